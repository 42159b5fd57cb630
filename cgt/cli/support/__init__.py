"""What the commands share: options, loading, printing, writing pictures."""

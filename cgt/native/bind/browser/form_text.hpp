// Forms as text: `0`, nim heaps as `*n`, sums as `*2+*2`, and everything else as the set of its
// options.
#pragma once

#include <string>

#include "placement/forms.hpp"

namespace cgt::browser {

// The text of a form in the order of the program's other texts; shortened with `…` if it would have
// more than about `most` characters.
std::string form_text(const FormStore& forms, FormId form, std::size_t most);

// The genus as it is usually written: 3^1431, or 6^(1,9,10,8).
std::string genus_text(const FormStore& forms, FormId form);

}  // namespace cgt::browser

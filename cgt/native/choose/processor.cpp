// Whether this processor has what the faster build of the core needs. It is a module of its own and
// built without any extension, because it runs before one of the two builds in a wheel is loaded.
#include <Python.h>

#include "choose/faster.hpp"

namespace {

PyObject* has_faster(PyObject*, PyObject*) {
  return PyBool_FromLong(cgt::processor_has_all(cgt::faster_needs));
}

PyMethodDef functions[] = {
    {"has_faster", has_faster, METH_NOARGS, "Whether the faster build of the core runs here."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_processor", nullptr, 0, functions, nullptr, nullptr, nullptr, nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__processor() { return PyModule_Create(&definition); }

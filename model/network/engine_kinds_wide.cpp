// engine_kinds_wide.cpp - any router with wide flits.

#include "model/network/engine_kinds.h"
#include "model/network/make_engine.h"

namespace turnpike::model {

template std::unique_ptr<ModelEngine> make_engine<3, AnyShape<std::uint64_t>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<3, AnyShape<WideMask>>(const Network&, Traffic&,
                                                                         const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<5, AnyShape<std::uint64_t>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<5, AnyShape<WideMask>>(const Network&, Traffic&,
                                                                         const RunSpec&);

}  // namespace turnpike::model

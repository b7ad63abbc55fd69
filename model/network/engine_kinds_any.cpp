// engine_kinds_any.cpp - any router with flits of up to 126 bits.

#include "model/network/engine_kinds.h"
#include "model/network/make_engine.h"

namespace turnpike::model {

template std::unique_ptr<ModelEngine> make_engine<1, AnyShape<std::uint64_t>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, AnyShape<WideMask>>(const Network&, Traffic&,
                                                                         const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<2, AnyShape<std::uint64_t>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<2, AnyShape<WideMask>>(const Network&, Traffic&,
                                                                         const RunSpec&);

}  // namespace turnpike::model

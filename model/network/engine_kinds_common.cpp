// engine_kinds_common.cpp - routers of four and eight VCs.

#include "model/network/engine_kinds.h"
#include "model/network/make_engine.h"

namespace turnpike::model {

template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 4>>(const Network&, Traffic&,
                                                                       const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 8>>(const Network&, Traffic&,
                                                                       const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<7, 4>>(const Network&, Traffic&,
                                                                       const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<9, 4>>(const Network&, Traffic&,
                                                                       const RunSpec&);

}  // namespace turnpike::model

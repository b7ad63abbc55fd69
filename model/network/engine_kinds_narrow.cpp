// engine_kinds_narrow.cpp - routers of one or two VCs.

#include "model/network/engine_kinds.h"
#include "model/network/make_engine.h"

namespace turnpike::model {

template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<3, 2>>(const Network&, Traffic&,
                                                                       const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 1>>(const Network&, Traffic&,
                                                                       const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 2>>(const Network&, Traffic&,
                                                                       const RunSpec&);
template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<7, 2>>(const Network&, Traffic&,
                                                                       const RunSpec&);

}  // namespace turnpike::model

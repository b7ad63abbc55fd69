// engine_kinds.h - the kinds of model engine that are compiled, a few to a file.

#pragma once

#include <memory>

#include "model/network/model_engine.h"
#include "model/router/router_shape.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
std::unique_ptr<ModelEngine> make_engine(const Network& network, Traffic& traffic,
                                         const RunSpec& run);

extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<3, 2>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 1>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 2>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 4>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<5, 8>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<7, 2>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<7, 4>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, FixedShape<9, 4>>(const Network&,
                                                                              Traffic&,
                                                                              const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, AnyShape<std::uint64_t>>(
    const Network&, Traffic&, const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<1, AnyShape<WideMask>>(const Network&,
                                                                                Traffic&,
                                                                                const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<2, AnyShape<std::uint64_t>>(
    const Network&, Traffic&, const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<2, AnyShape<WideMask>>(const Network&,
                                                                                Traffic&,
                                                                                const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<3, AnyShape<std::uint64_t>>(
    const Network&, Traffic&, const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<3, AnyShape<WideMask>>(const Network&,
                                                                                Traffic&,
                                                                                const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<5, AnyShape<std::uint64_t>>(
    const Network&, Traffic&, const RunSpec&);
extern template std::unique_ptr<ModelEngine> make_engine<5, AnyShape<WideMask>>(const Network&,
                                                                                Traffic&,
                                                                                const RunSpec&);

}  // namespace turnpike::model

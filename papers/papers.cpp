// papers.cpp - the papers whose experiments this program repeats.

#include "papers/papers.h"

#include "papers/agarwal/agarwal.h"
#include "papers/arnau/arnau.h"
#include "papers/buzzard/buzzard.h"
#include "papers/dally/dally.h"
#include "papers/shahrabi/shahrabi.h"

namespace turnpike::sim {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {
      {"agarwal", "Agarwal 1991, Limits on interconnection network performance",
       agarwal::agarwal_figures(), agarwal::run_agarwal},
      {"arnau",
       "Arnau, Orduña, Ruiz & Duato, On the characterization of interconnection networks with "
       "irregular topology",
       {"distances", "5", "6", "7", "8", "networks", "9", "10"},
       arnau::run_arnau},
      {"buzzard",
       "Buzzard & Mudge 1988, High performance hypercube communications",
       {"6a", "6b", "7a", "7b", "collisions", "transport"},
       buzzard::run_buzzard},
      {"dally",
       "Dally 1991, Express cubes",
       {"4", "limits", "throughput", "levels", "plane", "decompositions", "area"},
       dally::run_dally},
      {"shahrabi",
       "Shahrabi & Ould-Khaoua, On the communication latency of wormhole routed interconnection "
       "networks",
       {"6-32", "6-64", "6-100", "7-64", "8-128", "mechanisms", "replication"},
       shahrabi::run_shahrabi},
  };
  return all;
}

}  // namespace turnpike::sim

# shares.cmake - which share of the nightly tests each group is in. What is tested alike is
# together, so that a share builds little that another one builds too. `make test-share SHARE=n`
# runs one.

set(TURNPIKE_SHARES 7)

set(TURNPIKE_SHARE_components 1)
set(TURNPIKE_SHARE_modules 1)
set(TURNPIKE_SHARE_modules_icarus 1)

set(TURNPIKE_SHARE_lockstep 2)
set(TURNPIKE_SHARE_tutorials 2)

set(TURNPIKE_SHARE_system 3)
set(TURNPIKE_SHARE_extension 3)
set(TURNPIKE_SHARE_unit 3)
set(TURNPIKE_SHARE_api 3)
set(TURNPIKE_SHARE_checkpoint 3)
set(TURNPIKE_SHARE_page 3)
set(TURNPIKE_SHARE_library 3)
set(TURNPIKE_SHARE_schema 3)
set(TURNPIKE_SHARE_parsers 3)

set(TURNPIKE_SHARE_papers 4)
set(TURNPIKE_SHARE_fuzz 4)
set(TURNPIKE_SHARE_cluster 4)

set(TURNPIKE_SHARE_adapters 5)
set(TURNPIKE_SHARE_fusesoc 5)
set(TURNPIKE_SHARE_litex 5)
set(TURNPIKE_SHARE_fpga 5)
set(TURNPIKE_SHARE_python 5)
set(TURNPIKE_SHARE_dpi 5)
set(TURNPIKE_SHARE_dpi_pins 5)
set(TURNPIKE_SHARE_embedding 5)

set(TURNPIKE_SHARE_checks 6)
set(TURNPIKE_SHARE_lint 6)
set(TURNPIKE_SHARE_proofs 6)
set(TURNPIKE_SHARE_area 6)
set(TURNPIKE_SHARE_no_hardware 1)
set(TURNPIKE_SHARE_verilator 6)

# Of the program of lockstep: planted faults, each of which it must name.
set(TURNPIKE_SHARE_mutations 7)

# Not in a share: `make wheel`.
set(TURNPIKE_SHARE_wheel_alone none)

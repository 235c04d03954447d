"""What a report of each kind of fault names. For every fault that the project promises to find: golden files that show
it, what their message must hold beside place, line and caret, and a file beside it that is right and stays clean."""
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).resolve().parent / "faults"
ELEMENT = r"'\w+' index -?\d+"
PROGRAM = r"program \(\d+, \d+, \d+\)"
TENSOR = r"'\w+'"
TWO_PROGRAMS = PROGRAM + r".*(" + PROGRAM + r"|other programs)"

# fault: (files that report it, patterns that the report holds, files that are clean)
FAULTS = {
    "out of bounds": (["fail_bounds_tail", "fail_bounds_mask_by_one", "fail_bounds_negative", "fail_bounds_scatter",
                       "fail_bounds_atomic", "fail_bounds_block_pointer", "fail_bounds_gathered_index"],
                      [ELEMENT, PROGRAM], ["tail_shifted_back"]),
    "far out of bounds": (["fail_bounds_far_pointer"], [TENSOR, PROGRAM], ["tail_shifted_back"]),
    "out of bounds of several dimensions": (["fail_bounds_two_dimensions"], [ELEMENT + r" \[4, 0\]", PROGRAM], ["tail_shifted_back"]),
    "beside a view": (["fail_outside_view_strict", "fail_outside_view_columns"], [r"index \d+", PROGRAM, TENSOR], ["stores_within_views"]),
    "freed memory": (["fail_use_after_free_by_address"], [PROGRAM, r"note: its address was taken here"], ["tail_shifted_back"]),
    "shared memory": (["fail_shared_memory", "fail_shared_memory_descriptor"], [r"Required: \d+, Hardware limit: 232448"],
                      ["shared_memory_within_limits", "shared_memory_of_one_buffer"]),
    "endless loops": (["fail_endless_persistent_loop", "fail_endless_step_from_the_start"], [PROGRAM, "it compares -?\\d+ with \\d+"],
                      ["loops_that_end", "persistent_queue"]),
    "misaligned block pointers": (["fail_misaligned_block_pointer", "fail_descriptor_base"], [ELEMENT, PROGRAM],
                                  ["bytes_between_words"]),
    "uninitialised values that reach an output": (["fail_unwritten_rest", "fail_unwritten_accumulator"],
                                                  [ELEMENT + ".*" + ELEMENT, PROGRAM], ["written_before_it_is_read"]),
    "uninitialised values that decide": (["fail_unwritten_branch", "fail_unwritten_loop_bound", "fail_unwritten_address",
                                          "fail_unwritten_atomic"], [ELEMENT, PROGRAM], ["written_before_it_is_read"]),
    "masked lanes that reach an output": (["fail_masked_lanes_strict", "fail_masked_lanes_checked", "fail_masked_lanes_dot",
                                           "fail_masked_lanes_block_pointer"],
                                          [ELEMENT + ".*" + ELEMENT, PROGRAM], ["masked_lanes_replaced", "masked_lanes_harmless"]),
    "races": (["fail_race_overlapping_blocks", "fail_race_in_place_stencil", "fail_race_sum_without_atomic",
               "fail_race_atomic_and_load", "fail_race_bytes_of_one_word", "fail_race_partial_overlap",
               "fail_race_store_that_changes_nothing", "fail_race_counter_reset", "fail_race_embedding_gradient"],
              [ELEMENT, TWO_PROGRAMS],
              ["neighbouring_bytes", "bytes_between_words", "views_of_one_storage", "in_place_by_rows", "old_values_put_back",
               "same_values_are_no_race", "tail_shifted_back", "histogram_by_atomics", "slots_handed_out"]),
    "races despite atomics": (["fail_race_lock_released_relaxed", "fail_race_lock_released_by_store",
                               "fail_race_lock_taken_relaxed", "fail_race_lock_of_scope_cta", "fail_race_flag_before_data",
                               "fail_race_data_before_flag", "fail_race_data_before_flag_second", "fail_race_second_half_after_flag",
                               "fail_race_flag_of_another", "fail_race_flag_without_order", "fail_race_split_k_relaxed",
                               "fail_race_chain_with_a_gap", "fail_race_grid_barrier_too_early"],
                              [ELEMENT, TWO_PROGRAMS],
                              ["lock", "lock_acquire_release", "layer_norm_gradient_lock", "ticket_lock", "flags_in_turn",
                               "split_k_semaphore", "stream_k_fix_up", "grid_barrier", "persistent_queue", "last_block_finishes",
                               "hand_over_through_a_third", "release_goes_on_through_relaxed", "ring_of_buffers",
                               "decoupled_look_back"]),
    "races of other schedules": (["fail_race_ring_without_back_pressure", "fail_race_next_round"],
                                 [ELEMENT, TWO_PROGRAMS, r"note: it is read by " + PROGRAM + " here"], ["ring_of_buffers", "grid_barrier"]),
    "races of lanes": (["fail_race_lanes", "fail_race_lanes_of_indices", "fail_race_reversed_in_place",
                        "fail_race_neighbour_read_back"], [ELEMENT, PROGRAM],
                       ["same_values_are_no_race", "neighbour_read_back_after_barrier", "read_back_by_the_same_lanes",
                        "reversed_within_a_warp", "rotary_in_place"]),
    "overflow in addresses": (["fail_overflow_program_id", "fail_overflow_narrow", "fail_overflow_cast", "fail_overflow_int64",
                               "fail_overflow_uint32"], [TENSOR, PROGRAM], ["wrapping_that_is_meant"]),
    "float to int": (["fail_float_to_int_nan", "fail_float_to_unsigned"], [ELEMENT, PROGRAM], ["float_to_int_clamped"]),
    "invented names": (["fail_name_tanh", "fail_name_pow", "fail_name_mean", "fail_name_transpose", "fail_name_thread"],
                       [r"note: .*(use|no |tl\.)"], ["masked_lanes_replaced"]),
    "not powers of two": (["fail_shape_arange", "fail_shape_zeros", "fail_shape_block_pointer"], [r"power of 2"],
                          ["in_place_by_rows"]),
    "constexpr mistakes": (["fail_constexpr_arange", "fail_constexpr_not_annotated", "fail_constexpr_global",
                            "fail_constexpr_run_time_value"], [r"constexpr"], ["constexpr_well_used"]),
    "loop variables that change type": (["fail_loop_int_to_float", "fail_loop_half_to_float", "fail_loop_scalar_to_block",
                                         "fail_loop_while"], [TENSOR], ["loop_types_kept"]),
    "autotune in place": (["fail_autotune_accumulates"], [r"'\w+' further: index \d+"], ["autotune_in_place_restored"]),
    "order of programs": (["fail_order_of_programs", "fail_order_checked"], [ELEMENT], ["order_of_programs", "order_of_sums"]),
    "deadlock": (["fail_deadlock_lock_order", "fail_deadlock_lock_kept", "fail_deadlock_grid_barrier", "fail_deadlock_circle", "fail_deadlock_load"],
                 [PROGRAM + " waits for " + ELEMENT], ["wait_for_a_later_program", "grid_barrier"]),
}


def expected(name):
    """The printed lines and the exit status that a golden file expects."""
    text = (HERE / f"{name}.py").read_text()
    printed = [line[3:] if len(line) > 2 else "" for line in text.split("\n") if line.startswith("#|")]
    status = re.search(r"^# EXPECT exit (\d+)$", text, re.M)
    return printed, int(status.group(1)) if status else 0


@pytest.mark.parametrize("fault", FAULTS)
def test_reports_name_what_is_wrong(fault):
    for name in FAULTS[fault][0]:
        printed, status = expected(name)
        assert status == 1, name
        place = re.escape(f"{name}.py") + r":\d+:\d+: (error|warning): "
        start = next(i for i, line in enumerate(printed) if re.match(place, line))
        report = "\n".join(printed[start:])
        for pattern in FAULTS[fault][1]:
            assert re.search(pattern, report), f"{name}: no {pattern}"
        assert re.match(r"  .*\S", printed[start + 1]), f"{name}: no source line"
        assert re.match(r"  \s*\^~*$", printed[start + 2]), f"{name}: no caret"


@pytest.mark.parametrize("fault", FAULTS)
def test_near_misses_are_clean(fault):
    assert FAULTS[fault][2]
    for name in FAULTS[fault][2]:
        printed, status = expected(name)
        assert status == 0 and not any("error" in line or "warning" in line for line in printed), name

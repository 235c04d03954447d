# tilewright_room(<folder> [TORCH] [TENSORS] [LINK <libraries>...])
# makes one static library from src/<folder>/*.cc and, from src/<folder>/*_test.cc,
# one GoogleTest program named <folder>_test. A folder's name with '/' becomes '_'.
# TORCH: the room belongs to the shared library. TENSORS: nearly all of its files include torch headers; reading
# those precompiled takes 1.8 s a file, so that rooms where few do are better off without.
function(tilewright_room folder)
  cmake_parse_arguments(ROOM "TORCH;TENSORS" "" "LINK" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench)\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  # Inner loops that the compiler should vectorise fully live in *_vector.cc.
  foreach(source ${sources})
    if(source MATCHES "_vector\\.cc$")
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-O3;-fno-trapping-math"
                                  SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} ${scope} ${ROOM_LINK})
  if(ROOM_TORCH)
    target_link_libraries(${name} ${scope} Libtorch::Libtorch)
    set_property(GLOBAL APPEND PROPERTY TILEWRIGHT_TORCH_ROOMS ${name})
  else()
    set_property(GLOBAL APPEND PROPERTY TILEWRIGHT_CORE_ROOMS ${name})
  endif()
  tilewright_compile_options(${name} ${scope})
  if(sources AND ROOM_TENSORS)
    tilewright_precompile(${name} tensors ${TILEWRIGHT_CORE_HEADERS} ${TILEWRIGHT_TENSOR_HEADERS})
  elseif(sources)
    tilewright_precompile(${name} core ${TILEWRIGHT_CORE_HEADERS})
  endif()
  if(tests AND TILEWRIGHT_TESTS)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE ${name} GTest::gtest GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE TILEWRIGHT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    tilewright_compile_options(${name}_test PRIVATE)
    target_compile_options(${name}_test PRIVATE -O0)  # the code under test is optimised; the tests need not be
    tilewright_precompile(${name}_test tests ${TILEWRIGHT_CORE_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
    add_test(NAME ${name}_test COMMAND ${name}_test WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
  if(TILEWRIGHT_TESTS)
    tilewright_fuzz(${folder})
  endif()
endfunction()

# Headers of others that most files include, read once (a third of the build's time without): never our own,
# whose change would then rebuild everything. Each file still includes what it uses.
set(TILEWRIGHT_CORE_HEADERS <algorithm> <array> <cmath> <cstdint> <cstring> <filesystem> <functional> <map> <memory>
  <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h>
  <tl/expected.hpp>)
set(TILEWRIGHT_TENSOR_HEADERS <ATen/core/Tensor.h> <ATen/core/dispatch/Dispatcher.h> <ATen/core/grad_mode.h>
  <ATen/ops/empty.h>)

# tilewright_precompile(<target> <group> <headers>...): the first target of a group precompiles the headers, later
# ones, which must have the same compile options, use the result.
function(tilewright_precompile target group)
  get_property(owner GLOBAL PROPERTY TILEWRIGHT_PRECOMPILED_${group})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY TILEWRIGHT_PRECOMPILED_${group} ${target})
  endif()
endfunction()

# tilewright_fuzz(<folder>), called for every room: each src/<folder>/<noun>_fuzz.cc holds a target in
# libFuzzer's form and becomes a program <folder>_<noun>_fuzz with the driver of tests/fuzz. The test of that
# name (label fuzz) runs it for a few seconds on its corpus: tests/fuzz/corpus/<folder>_<noun>/ and the files of the
# repository that <folder>_<noun>.list beside it names, a line each.
function(tilewright_fuzz folder)
  string(REPLACE "/" "_" name ${folder})
  file(GLOB targets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*_fuzz.cc)
  if(targets AND NOT TARGET fuzz_driver)
    add_library(fuzz_driver OBJECT ${CMAKE_SOURCE_DIR}/tests/fuzz/driver.cc)
    tilewright_compile_options(fuzz_driver PRIVATE)
  endif()
  foreach(source ${targets})
    get_filename_component(noun ${source} NAME_WE)
    string(REGEX REPLACE "_fuzz$" "" noun ${noun})
    set(program ${name}_${noun}_fuzz)
    add_executable(${program} ${source} $<TARGET_OBJECTS:fuzz_driver>)
    target_link_libraries(${program} PRIVATE ${name})
    tilewright_compile_options(${program} PRIVATE)
    set(corpus ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name}_${noun})
    set(shared)
    if(EXISTS ${corpus}.list)
      file(STRINGS ${corpus}.list shared)
      list(TRANSFORM shared PREPEND ${CMAKE_SOURCE_DIR}/)
    endif()
    if(EXISTS ${corpus})
      list(PREPEND shared ${corpus})
    endif()
    add_test(NAME ${program} COMMAND ${program} --seconds ${TILEWRIGHT_FUZZ_SECONDS} --seed 1 ${shared})
    set_tests_properties(${program} PROPERTIES LABELS fuzz)
  endforeach()
endfunction()

# Warnings are errors, but for -Wrestrict, which g++ 12 gives falsely on string concatenation (GCC bug 105651). x86-64-v3 is the baseline; wider vectors are chosen at run time.
function(tilewright_compile_options target scope)
  if(scope STREQUAL "INTERFACE")
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wswitch -Wno-restrict -march=x86-64-v3 -fno-math-errno
    -ffp-contract=off)
  if(TILEWRIGHT_SANITIZE)
    # Without three checks, which find little that the others do not and cost a third of the compile time.
    target_compile_options(${target} PRIVATE -fsanitize=${TILEWRIGHT_SANITIZE} -fno-sanitize=null,vptr,alignment
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${TILEWRIGHT_SANITIZE})
    if(TILEWRIGHT_SANITIZE MATCHES "thread")
      # g++ 12 gives these falsely where ThreadSanitizer's calls stand between a test and what it guards.
      target_compile_options(${target} PRIVATE -Wno-nonnull -Wno-array-bounds -Wno-maybe-uninitialized
        -Wno-stringop-overflow)
    endif()
  endif()
endfunction()

# Python files of FOLDER (below src/) become part of a room: FUNCTION, declared in HEADER, returns their texts.
function(tilewright_embed_python room folder header namespace function)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.py)
  set(made ${CMAKE_BINARY_DIR}/${room}_${function}.cc)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_SOURCE_DIR}/src/${folder} -DGLOB=*.py -DHEADER=${header}
            -DNAMESPACE=${namespace} -DFUNCTION=${function} -DOUTPUT=${made}
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake)
  target_sources(${room} PRIVATE ${made})
endfunction()

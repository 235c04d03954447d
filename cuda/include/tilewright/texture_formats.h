// Extents, positions and channel formats: what host code makes for arrays and textures.
#pragma once

#include <type_traits>

#include "texture_types.h"
#include "vector_types.h"

static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
static inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width, size_t height) {
  return {pointer, pitch, width, height};
}
static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

namespace tilewright {

// A type that a texel may have: its component and how many of them.
template <class T, class = void>
struct Texel {
  using Component = T;
  static constexpr int count = 1;
};
#define TW_TEXEL(name, T)          \
  template <>                      \
  struct Texel<name##1> {          \
    using Component = T;           \
    static constexpr int count = 1; \
  };                               \
  template <>                      \
  struct Texel<name##2> {          \
    using Component = T;           \
    static constexpr int count = 2; \
  };                               \
  template <>                      \
  struct Texel<name##4> {          \
    using Component = T;           \
    static constexpr int count = 4; \
  };
TW_TEXEL(char, signed char)
TW_TEXEL(uchar, unsigned char)
TW_TEXEL(short, short)
TW_TEXEL(ushort, unsigned short)
TW_TEXEL(int, int)
TW_TEXEL(uint, unsigned)
TW_TEXEL(float, float)
#undef TW_TEXEL

}  // namespace tilewright

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Component = typename tilewright::Texel<T>::Component;
  constexpr int bits = (int)sizeof(Component) * 8, count = tilewright::Texel<T>::count;
  constexpr cudaChannelFormatKind kind = std::is_floating_point_v<Component> ? cudaChannelFormatKindFloat
                                         : std::is_signed_v<Component>       ? cudaChannelFormatKindSigned
                                                                             : cudaChannelFormatKindUnsigned;
  return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }

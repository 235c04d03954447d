// Textures and surfaces in kernels.
#pragma once

#include "texture_formats.h"

namespace tilewright {

template <class T>
TW_INLINE T texel_of(const unsigned* channels) {
  using Component = typename Texel<T>::Component;
  static_assert(std::is_arithmetic_v<Component> && sizeof(Component) <= 4 && sizeof(T) == sizeof(Component) * Texel<T>::count,
                "texels are numbers of at most 32 bits or vectors of 1, 2 or 4 of them");
  Component parts[Texel<T>::count];
  for (int i = 0; i < Texel<T>::count; ++i) {
    if constexpr (std::is_same_v<Component, float>)
      parts[i] = __builtin_bit_cast(float, channels[i]);
    else
      parts[i] = (Component)channels[i];
  }
  T result;
  __builtin_memcpy(&result, parts, sizeof(T));
  return result;
}

template <class T>
TW_INLINE T texture(cudaTextureObject_t object, int shape, float x, float y, float z, int layer) {
  float position[3] = {x, y, z};
  unsigned channels[4];
  tw_texture(object, shape, position, layer, channels);
  return texel_of<T>(channels);
}

}  // namespace tilewright

// Each function in both of its forms: value = tex2D<T>(...) and tex2D(&value, ...).
#define TW_UNPACK(...) __VA_ARGS__
#define TW_TEXTURES(name, parameters, shape, x, y, z, layer)                                              \
  template <class T>                                                                                      \
  TW_INLINE T name(cudaTextureObject_t object, TW_UNPACK parameters) {                                    \
    return tilewright::texture<T>(object, shape, (float)(x), (float)(y), (float)(z), (int)(layer));       \
  }                                                                                                       \
  template <class T>                                                                                      \
  TW_INLINE void name(T* value, cudaTextureObject_t object, TW_UNPACK parameters) {                       \
    *value = tilewright::texture<T>(object, shape, (float)(x), (float)(y), (float)(z), (int)(layer));     \
  }
TW_TEXTURES(tex1D, (float x), TwTexture1D, x, 0, 0, 0)
TW_TEXTURES(tex2D, (float x, float y), TwTexture2D, x, y, 0, 0)
TW_TEXTURES(tex3D, (float x, float y, float z), TwTexture3D, x, y, z, 0)
TW_TEXTURES(tex1DLayered, (float x, int layer), TwTexture1DLayered, x, 0, 0, layer)
TW_TEXTURES(tex2DLayered, (float x, float y, int layer), TwTexture2DLayered, x, y, 0, layer)
TW_TEXTURES(texCubemap, (float x, float y, float z), TwTextureCubemap, x, y, z, 0)
TW_TEXTURES(texCubemapLayered, (float x, float y, float z, int layer), TwTextureCubemapLayered, x, y, z, layer)
// Arrays have one level here: which is asked for does not matter.
TW_TEXTURES(tex1DLod, (float x, float), TwTexture1D, x, 0, 0, 0)
TW_TEXTURES(tex2DLod, (float x, float y, float), TwTexture2D, x, y, 0, 0)
TW_TEXTURES(tex3DLod, (float x, float y, float z, float), TwTexture3D, x, y, z, 0)
TW_TEXTURES(tex2DLayeredLod, (float x, float y, int layer, float), TwTexture2DLayered, x, y, 0, layer)
TW_TEXTURES(tex1DGrad, (float x, float, float), TwTexture1D, x, 0, 0, 0)
TW_TEXTURES(tex2DGrad, (float x, float y, float2, float2), TwTexture2D, x, y, 0, 0)
TW_TEXTURES(tex3DGrad, (float x, float y, float z, float4, float4), TwTexture3D, x, y, z, 0)
#undef TW_TEXTURES
#undef TW_UNPACK
// Indices beyond 2^24 are no floats: the number's bits travel in place of x.
template <class T>
TW_INLINE T tex1Dfetch(cudaTextureObject_t object, int index) {
  return tilewright::texture<T>(object, TwTextureFetch, __builtin_bit_cast(float, index), 0, 0, 0);
}
template <class T>
TW_INLINE void tex1Dfetch(T* value, cudaTextureObject_t object, int index) {
  *value = tex1Dfetch<T>(object, index);
}
template <class T>
TW_INLINE T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0) {
  float position[3] = {x, y, 0};
  unsigned channels[4];
  tw_texture_gather(object, position, channel, channels);
  return tilewright::texel_of<T>(channels);
}

#define TW_SURFACES(read, write, parameters, shape, x, y, z)                                                       \
  template <class T>                                                                                               \
  TW_INLINE T read(cudaSurfaceObject_t object, TW_UNPACK parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    T value;                                                                                                       \
    tw_surface(object, shape, x, y, z, &value, sizeof(T), 0, mode);                                                \
    return value;                                                                                                  \
  }                                                                                                                \
  template <class T>                                                                                               \
  TW_INLINE void read(T* value, cudaSurfaceObject_t object, TW_UNPACK parameters,                                  \
                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    tw_surface(object, shape, x, y, z, value, sizeof(T), 0, mode);                                                 \
  }                                                                                                                \
  template <class T>                                                                                               \
  TW_INLINE void write(T value, cudaSurfaceObject_t object, TW_UNPACK parameters,                                  \
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                      \
    tw_surface(object, shape, x, y, z, &value, sizeof(T), 1, mode);                                                \
  }
#define TW_UNPACK(...) __VA_ARGS__
TW_SURFACES(surf1Dread, surf1Dwrite, (int x), TwTexture1D, x, 0, 0)
TW_SURFACES(surf2Dread, surf2Dwrite, (int x, int y), TwTexture2D, x, y, 0)
TW_SURFACES(surf3Dread, surf3Dwrite, (int x, int y, int z), TwTexture3D, x, y, z)
TW_SURFACES(surf1DLayeredread, surf1DLayeredwrite, (int x, int layer), TwTexture1DLayered, x, 0, layer)
TW_SURFACES(surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int layer), TwTexture2DLayered, x, y, layer)
TW_SURFACES(surfCubemapread, surfCubemapwrite, (int x, int y, int face), TwTextureCubemap, x, y, face)
#undef TW_UNPACK
#undef TW_SURFACES

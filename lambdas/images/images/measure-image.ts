import sharp from 'sharp'

/** Width and height of an image in pixels, from its header. */
export const measureImage = async (bytes: Uint8Array): Promise<{ width: number; height: number }> => {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { width, height }
}

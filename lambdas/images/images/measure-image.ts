import sharp from 'sharp'

export const measureImage = async (bytes: Uint8Array): Promise<{ width: number; height: number }> => {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { width, height }
}

import sharp from 'sharp'

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
console.log(png.length)

export {}

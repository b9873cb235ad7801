import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { removeBackground } from '../../../../lambdas/images/images/remove-background.ts'
import { paintOffline } from '../../../support/painting-orders.ts'

const provenance = { painter: 'offline', modelId: 'flux-2-klein-4b' }
const SIDE = 400

const pngOf = (shapes: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${shapes}</svg>`))
    .png()
    .toBuffer()

const alphaOf = async (png: Uint8Array): Promise<Buffer> => sharp(png).extractChannel('alpha').raw().toBuffer()

const overlap = (alpha: Uint8Array, truth: Uint8Array): number => {
  let both = 0
  let either = 0
  for (let i = 0; i < alpha.length; i++) {
    const a = alpha[i]! > 127
    const t = truth[i]! > 127
    if (a && t) both += 1
    if (a || t) either += 1
  }
  return both / either
}

const subjectShapes = (fill: string) =>
  `<circle cx="210" cy="190" r="90" fill="${fill}"/><rect x="150" y="250" width="60" height="110" fill="${fill}"/>`
const truthOf = async () =>
  sharp(await pngOf(`<rect width="400" height="400" fill="#000"/>${subjectShapes('#fff')}`))
    .greyscale()
    .raw()
    .toBuffer()

describe('background removal', () => {
  it('cuts a subject out of a plain background to within two percent', async () => {
    const image = await pngOf(`<rect width="400" height="400" fill="#e9eef2"/>${subjectShapes('#c33')}`)
    const { png, method } = await removeBackground(image, provenance)
    expect(method).toBe('flood-fill (offline)')
    expect(overlap(await alphaOf(png), await truthOf())).toBeGreaterThan(0.98)
  })

  it('keeps areas that the subject encloses, even in the color of the background', async () => {
    const image = await pngOf(
      `<rect width="400" height="400" fill="#fff"/>${subjectShapes('#246')}<circle cx="210" cy="190" r="30" fill="#fff"/>`,
    )
    const { png } = await removeBackground(image, provenance)
    expect((await alphaOf(png))[190 * SIDE + 210]).toBe(255)
    expect((await alphaOf(png))[5 * SIDE + 5]).toBe(0)
  })

  it('softens the edge', async () => {
    const { png } = await removeBackground(
      await pngOf(`<rect width="400" height="400" fill="#fff"/>${subjectShapes('#246')}`),
      provenance,
    )
    expect((await alphaOf(png)).filter((v) => v > 0 && v < 255).length).toBeGreaterThan(100)
  })

  it('cuts a background of two colors by best effort, and reports it', async () => {
    const ground = '<rect width="400" height="200" fill="#7cf"/><rect y="200" width="400" height="200" fill="#4a5"/>'
    const { png, method } = await removeBackground(await pngOf(ground + subjectShapes('#c33')), provenance)
    expect(method).toBe('border-palette matte (offline: background is not uniform)')
    expect(overlap(await alphaOf(png), await truthOf())).toBeGreaterThan(0.95)
  })

  it('leaves a picture without a subject opaque, and reports it', async () => {
    const { png, method } = await removeBackground(
      await pngOf('<rect width="400" height="400" fill="#abc"/>'),
      provenance,
    )
    expect(method).toMatch(/^none \(offline/)
    expect((await alphaOf(png)).every((v) => v === 255)).toBe(true)
  })

  it('always gives the same result for an offline scene, without its sky and with its subject', async () => {
    const master = await paintOffline({ prompt: 'a whale in the sea, misty grey morning' })
    const first = await removeBackground(master, provenance)
    const second = await removeBackground(master, provenance)
    expect(first.png.equals(second.png)).toBe(true)
    const { width, height, hasAlpha } = await sharp(first.png).metadata()
    expect([width, height, hasAlpha, first.method.includes('offline')]).toEqual([256, 256, true, true])
  })
})

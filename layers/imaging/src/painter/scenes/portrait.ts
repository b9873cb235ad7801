import { drawSvg } from '../canvas.ts'
import { hex, mix } from '../oklch.ts'
import { inkOf } from '../subjects/placement.ts'
import { paintAbstract } from './abstract.ts'
import type { PaintScene } from './scene.ts'

const PROFILE =
  'M-62 60 C-58 34 -40 26 -26 18 C-30 6 -40 -4 -44 -22 C-50 -54 -30 -86 4 -88 C34 -90 50 -72 52 -52 C54 -46 52 -40 53 -36 C56 -28 62 -20 61 -16 C59 -13 54 -13 54 -10 C56 -7 57 -5 55 -3 C56 0 55 2 52 3 C53 8 52 13 46 14 C38 15 30 14 26 18 C27 28 34 32 48 38 C58 43 62 52 63 60Z'

export const paintPortrait: PaintScene = async (scene) => {
  const { canvas, palette, random } = scene
  const { width, height } = canvas
  await paintAbstract(scene)
  const fork = random.fork('profile')
  const scale = Math.min(width / 160, height / 165)
  const side = fork.chance(0.5) ? 1 : -1
  const ink = inkOf(palette)
  const contours = Array.from({ length: 12 }, (_, i) => {
    const t = i / 11
    const tint = mix(mix(ink, palette.skyMid, 0.15 + 0.5 * t), palette.accent, t ** 2 * 0.8)
    return `<path fill="${hex(tint)}" transform="translate(${2 * t} ${-34 * t}) scale(${1 - t * 0.8})" d="${PROFILE}"/>`
  })
  const glow = `<radialGradient id="halo"><stop offset="0.4" stop-color="${hex(palette.light)}" stop-opacity="0.75"/><stop offset="1" stop-color="${hex(palette.light)}" stop-opacity="0"/></radialGradient>`
  await drawSvg(
    canvas,
    `<defs>${glow}</defs><g transform="translate(${width * 0.5} ${height - 58 * scale}) scale(${side * scale} ${scale})"><circle cy="-38" r="82" fill="url(#halo)"/>${contours.join('')}</g>`,
  )
}

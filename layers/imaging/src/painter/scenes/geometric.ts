import { drawSvg } from '../canvas.ts'
import { hex, mix, oklch } from '../oklch.ts'
import { paintSky } from '../sky.ts'
import type { PaintScene } from './scene.ts'

export const paintGeometric: PaintScene = async ({ canvas, palette, random }) => {
  const { width, height } = canvas
  const fork = random.fork('grid')
  const unit = Math.min(width, height)
  const paper = mix(palette.skyLow, oklch(palette.isDark ? 0.24 : 0.94, 0.03, palette.skyLow.h), 0.6)
  paintSky(canvas, { ...palette, skyTop: paper, skyMid: paper, skyLow: paper }, height, {
    x: -width,
    y: 0,
    radius: 0,
    isMoon: true,
  })
  const colors = [
    palette.skyTop,
    palette.skyMid,
    palette.accent,
    palette.light,
    palette.land,
    oklch(0.7, 0.14, palette.accent.h + 180),
  ].map(hex)
  const color = (): string => colors[fork.integer(0, colors.length - 1)] ?? '#000'
  const columns = Math.max(3, Math.round(width / (unit / fork.integer(4, 6))))
  const cell = width / columns
  const rows = Math.ceil(height / cell)
  const top = (height - rows * cell) / 2
  const cells = Array.from({ length: rows * columns }, (_, i) => {
    const x = (i % columns) * cell
    const y = top + Math.floor(i / columns) * cell
    const r = cell / 2
    const rotation = `transform="rotate(${fork.integer(0, 3) * 90} ${x + r} ${y + r})"`
    const ground = fork.chance(0.55)
      ? `<path fill="${color()}" d="M${x} ${y} h${cell + 0.5} v${cell + 0.5} h${-cell - 0.5}Z"/>`
      : ''
    const shapes = [
      `<circle cx="${x + r}" cy="${y + r}" r="${r}" fill="${color()}"/><circle cx="${x + r}" cy="${y + r}" r="${r * 0.5}" fill="${color()}"/>`,
      `<path ${rotation} fill="${color()}" d="M${x} ${y} h${cell} a${cell} ${cell} 0 0 1 ${-cell} ${cell}Z"/>`,
      `<path ${rotation} fill="${color()}" d="M${x} ${y} h${cell} a${r} ${r} 0 0 1 ${-cell} 0Z"/><path ${rotation} fill="${color()}" d="M${x} ${y + r} h${cell} a${r} ${r} 0 0 1 ${-cell} 0Z"/>`,
      `<path ${rotation} fill="${color()}" d="M${x} ${y} L${x + cell} ${y} L${x} ${y + cell}Z"/>`,
      `<g ${rotation} fill="none" stroke="${color()}" stroke-width="${cell * 0.09}">${[0.9, 0.66, 0.42, 0.18].map((s) => `<path d="M${x + cell * s} ${y} A${cell * s} ${cell * s} 0 0 1 ${x} ${y + cell * s}"/>`).join('')}</g>`,
      '',
    ]
    return ground + (shapes[fork.integer(0, shapes.length - 1)] ?? '')
  })
  const cx = width * fork.pick([0.34, 0.66])
  const cy = height * fork.pick([0.38, 0.62])
  const r = unit * fork.between(0.2, 0.27)
  const mainDisc = `<defs><linearGradient id="lead" x2="1" y2="1"><stop offset="0" stop-color="${hex(palette.accent)}"/><stop offset="1" stop-color="${hex(mix(palette.accent, palette.skyTop, 0.6))}"/></linearGradient></defs><circle cx="${cx + unit * 0.012}" cy="${cy + unit * 0.016}" r="${r}" fill="#000" opacity="0.16"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="url(#lead)"/>`
  await drawSvg(canvas, cells.join('') + mainDisc)
}

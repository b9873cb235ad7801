import { addLight, type Canvas, ramp } from '../canvas.ts'
import { noiseTile } from '../noise-tile.ts'
import { oklch, toRgb } from '../oklch.ts'
import type { Random } from '../seeded-random.ts'

export const paintAurora = ({ width, height, pixels }: Canvas, horizon: number, random: Random): void => {
  const tile = noiseTile()
  const low = toRgb(oklch(0.82, 0.19, random.between(145, 165)))
  const high = toRgb(oklch(0.6, 0.19, random.between(285, 330)))
  for (let curtain = 0; curtain < 3; curtain++) {
    const row = random.between(0, 512)
    const baseline = horizon * (0.36 + 0.2 * curtain)
    const curtainHeight = horizon * random.between(0.42, 0.6)
    for (let x = 0; x < width; x++) {
      const t = x / Math.min(width, height)
      const edge = baseline + (tile.at(row + t * 52, row) - 0.5) * horizon * 0.75
      const rays = 0.35 + 0.65 * ramp(0.34, 0.68, tile.at(row + t * 330, 77 + curtain * 40))
      const brightness = ramp(0.36, 0.6, tile.at(row + t * 40, 200)) * rays * (0.85 - 0.18 * curtain)
      for (let y = Math.max(0, Math.floor(edge - curtainHeight)); y < Math.min(horizon, height); y++) {
        const heightShare = (edge - y) / curtainHeight
        const glow = heightShare < 0 ? Math.exp(heightShare * 26) : Math.exp(-heightShare * 2.6) * (1 - heightShare)
        const amount = glow * brightness
        if (amount < 0.01) continue
        const at = (y * width + x) * 3
        addLight(pixels, at, low, amount * Math.max(0, 1 - heightShare * 1.3))
        addLight(pixels, at, high, amount * Math.min(1, Math.max(0, heightShare) * 1.9) * 0.9)
      }
    }
  }
}

export const drawSnow = ({ width, height }: Canvas, random: Random): string => {
  const unit = Math.min(width, height) / 1000
  const flakes = Array.from({ length: 230 }, () => {
    const near = random.next() ** 3
    return `<circle cx="${random.between(0, width).toFixed(1)}" cy="${random.between(0, height).toFixed(1)}" r="${((0.9 + near * 5) * unit).toFixed(2)}" opacity="${(0.85 - near * 0.5).toFixed(2)}"/>`
  })
  return `<g fill="#fff">${flakes.join('')}</g>`
}

export const drawRain = ({ width, height }: Canvas, random: Random): string => {
  const unit = Math.min(width, height) / 1000
  const lean = random.between(-0.22, 0.22)
  const drops = Array.from({ length: 420 }, () => {
    const length = random.between(22, 70) * unit
    const x = random.between(-0.1, 1.1) * width
    const y = random.between(-0.1, 1) * height
    return `M${x.toFixed(1)} ${y.toFixed(1)} l${(lean * length).toFixed(1)} ${length.toFixed(1)}`
  })
  return `<path d="${drops.join('')}" stroke="#e8f0ff" stroke-opacity="0.2" stroke-width="${(1.3 * unit).toFixed(2)}" stroke-linecap="round"/>`
}

export const drawFireflies = ({ width, height }: Canvas, from: number, random: Random): string => {
  const unit = Math.min(width, height) / 1000
  const dots = Array.from({ length: 46 }, () => {
    const r = random.between(5, 17) * unit
    return `<circle cx="${random.between(0, width).toFixed(1)}" cy="${random.between(from, height * 0.97).toFixed(1)}" r="${r.toFixed(1)}" fill="url(#firefly)" opacity="${random.between(0.5, 1).toFixed(2)}"/>`
  })
  return `<defs><radialGradient id="firefly"><stop offset="0" stop-color="#fffbe0"/><stop offset="0.2" stop-color="#ffe27a" stop-opacity="0.85"/><stop offset="1" stop-color="#ffc83d" stop-opacity="0"/></radialGradient></defs>${dots.join('')}`
}

export const drawLightning = (x: number, horizon: number, unit: number, random: Random): string => {
  const strokes: string[] = []
  const bolt = (fromX: number, fromY: number, toY: number, width: number): void => {
    let px = fromX
    let py = fromY
    let d = `M${px.toFixed(1)} ${py.toFixed(1)}`
    while (py < toY) {
      px += random.between(-26, 26) * unit
      py += random.between(12, 34) * unit
      d += ` L${px.toFixed(1)} ${py.toFixed(1)}`
      if (width > 2 && random.chance(0.16))
        bolt(px, py, Math.min(toY, py + random.between(60, 180) * unit), width * 0.45)
    }
    strokes.push(
      `<path d="${d}" stroke="#b9ccff" stroke-opacity="0.22" stroke-width="${(width * 4.5 * unit).toFixed(1)}"/><path d="${d}" stroke="#fbfdff" stroke-width="${(width * unit).toFixed(1)}"/>`,
    )
  }
  bolt(x, horizon * 0.12, horizon, 4)
  return `<g fill="none" stroke-linejoin="round" stroke-linecap="round">${strokes.join('')}</g>`
}

export const paintRainbow = (
  { width, height, pixels }: Canvas,
  center: readonly [number, number],
  radius: number,
): void => {
  const band = radius * 0.085
  const bottom = Math.min(height, Math.floor(center[1]))
  for (let y = 0; y < bottom; y++)
    for (let x = 0; x < width; x++) {
      const t = (Math.hypot(x - center[0], y - center[1]) - radius) / band
      if (t < -1.5 || t > 1.5) continue
      const hue = 300 - ((t + 1) / 2) * 280
      const amount = Math.exp(-((t * 1.15) ** 4)) * 0.5
      addLight(pixels, (y * width + x) * 3, toRgb(oklch(0.72, 0.17, Math.min(300, Math.max(20, hue)))), amount)
    }
}

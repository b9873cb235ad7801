import { drawSvg } from '../canvas.ts'
import { adjust, hex, mix, type Oklch, oklch } from '../oklch.ts'
import { paintRidge } from '../ridges.ts'
import { inkOf } from '../subjects/stand.ts'
import type { Plan } from './plan-landscape.ts'
import type { SceneOrder } from './scene.ts'

const grass = ({ canvas, palette, random: all }: SceneOrder, plan: Plan, ground: Oklch): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const random = all.fork('grass')
  const wind = random.between(-0.5, 0.5)
  const shades = [mix(ground, inkOf(palette), 0.5), ground, mix(ground, palette.light, 0.22)]
  return shades
    .map((shade, depth) => {
      const blades = Array.from({ length: Math.round((width / unit) * 330) }, () => {
        const x = random.between(-0.02, 1.02) * width
        const floor = plan.near?.[Math.min(width - 1, Math.max(0, Math.round(x)))] ?? height
        const y = floor + unit * (0.006 + depth * 0.02 + random.between(0, 0.05) * depth)
        const tall = unit * random.between(0.012, 0.042) * (1 + random.next() ** 8 * 1.2)
        const lean = tall * (wind + random.between(-0.45, 0.45))
        const w = unit * 0.0016
        return `M${(x - w).toFixed(1)} ${y.toFixed(1)} Q${(x + lean * 0.2).toFixed(1)} ${(y - tall * 0.6).toFixed(1)} ${(x + lean).toFixed(1)} ${(y - tall).toFixed(1)} Q${(x + lean * 0.3 + w).toFixed(1)} ${(y - tall * 0.5).toFixed(1)} ${(x + w).toFixed(1)} ${y.toFixed(1)}Z`
      })
      return `<path fill="${hex(shade)}" opacity="${depth === 2 ? 0.7 : 1}" d="${blades.join('')}"/>`
    })
    .join('')
}

const framingFirs = ({ canvas, palette, random: all }: SceneOrder, plan: Plan): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const random = all.fork('firs')
  const side = plan.focus < width / 2 ? 1 : 0
  const ink = inkOf(palette)
  return Array.from({ length: 5 }, (_, i) => {
    const x =
      side === 1
        ? width - unit * (0.03 + 0.085 * i * random.between(0.8, 1.2))
        : unit * (0.03 + 0.085 * i * random.between(0.8, 1.2))
    const tall = unit * random.between(0.4, 0.62) * (1 - i * 0.15)
    const foot = (plan.near?.[Math.min(width - 1, Math.max(0, Math.round(x)))] ?? height) + unit * 0.03
    const tiers = 15
    let left = ''
    let right = ''
    for (let tier = 0; tier < tiers; tier++) {
      const t = tier / tiers
      const y = foot - tall * (1 - t)
      const reach = tall * 0.19 * (0.06 + t) * random.between(0.75, 1.15)
      left += ` L${(x - reach).toFixed(1)} ${(y + (tall / tiers) * 1.15).toFixed(1)} L${(x - reach * 0.42).toFixed(1)} ${(y + (tall / tiers) * 0.85).toFixed(1)}`
      right = ` L${(x + reach * 0.42).toFixed(1)} ${(y + (tall / tiers) * 0.85).toFixed(1)} L${(x + reach * random.between(0.8, 1.1)).toFixed(1)} ${(y + (tall / tiers) * 1.15).toFixed(1)}${right}`
    }
    return `<path fill="${hex(mix(ink, palette.haze, 0.03 * i))}" d="M${x.toFixed(1)} ${(foot - tall).toFixed(1)}${left} L${(x - 2).toFixed(1)} ${foot} h4${right}Z"/>`
  })
    .reverse()
    .join('')
}

const meadowFlowers = ({ canvas, palette, random: all }: SceneOrder, plan: Plan): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const random = all.fork('meadow')
  const colors = [
    palette.accent,
    mix(palette.accent, oklch(0.95, 0.03, 90), 0.6),
    oklch(0.86, 0.14, palette.accent.h + 50),
  ]
  return Array.from({ length: 90 }, () => {
    const x = random.between(0, width)
    const y = (plan.near?.[Math.min(width - 1, Math.round(x))] ?? height) + random.between(-0.012, 0.06) * unit
    const color = mix(colors[random.whole(0, 2)] ?? palette.accent, palette.land, palette.isDark ? 0.5 : 0.12)
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(unit * random.between(0.002, 0.0052)).toFixed(1)}" fill="${hex(color)}"/>`
  }).join('')
}

export const paintForeground = async (order: SceneOrder, plan: Plan): Promise<void> => {
  if (!plan.near) return
  const { canvas, palette, brief, random } = order
  const unit = Math.min(canvas.width, canvas.height)
  const country = plan.countries[0] ?? 'hills'
  const isWhite = brief.weathers.has('snow')
  const isSand = country === 'desert'
  const isStreet = country === 'city'
  const soil = isSand ? oklch(palette.isDark ? 0.24 : 0.5, 0.08, 55) : palette.leaf
  const ground = mix(soil, palette.land, isSand ? 0.3 : isStreet ? 0.95 : 0.68)
  const cloth = {
    top: ground,
    bottom: adjust(mix(ground, palette.land, 0.5), { l: -0.05 }),
    floor: canvas.height,
    until: canvas.height,
    lit: mix(ground, palette.light, 0.3),
    texture: 0.7,
    grainSize: (unit / 1000) * 1.4,
    snowLine: isWhite ? canvas.height * 2 : undefined,
    lightFrom: plan.lightFrom,
  }
  paintRidge(canvas, plan.near, cloth, random.fork('near'))
  const isWooded = (country === 'forest' || country === 'mountains') && !brief.without.has('forest')
  const isMeadow = (country === 'hills' || brief.grounds.includes('bloom')) && !isWhite && !brief.without.has('bloom')
  await drawSvg(
    canvas,
    (isWooded ? framingFirs(order, plan) : '') +
      (isWhite || isSand || isStreet ? '' : grass(order, plan, ground)) +
      (isMeadow ? meadowFlowers(order, plan) : ''),
  )
}

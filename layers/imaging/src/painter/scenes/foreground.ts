import { drawSvg } from '../canvas.ts'
import { adjust, hex, mix, type Oklch, oklch } from '../oklch.ts'
import { paintRidge } from '../ridges.ts'
import { inkOf } from '../subjects/placement.ts'
import type { Plan } from './plan-landscape.ts'
import type { SceneContext } from './scene.ts'

const drawGrass = ({ canvas, palette, random: sceneRandom }: SceneContext, plan: Plan, ground: Oklch): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const random = sceneRandom.fork('grass')
  const wind = random.between(-0.5, 0.5)
  const shades = [mix(ground, inkOf(palette), 0.5), ground, mix(ground, palette.light, 0.22)]
  return shades
    .map((shade, depth) => {
      const blades = Array.from({ length: Math.round((width / unit) * 330) }, () => {
        const x = random.between(-0.02, 1.02) * width
        const floor = plan.near?.[Math.min(width - 1, Math.max(0, Math.round(x)))] ?? height
        const y = floor + unit * (0.006 + depth * 0.02 + random.between(0, 0.05) * depth)
        const bladeHeight = unit * random.between(0.012, 0.042) * (1 + random.next() ** 8 * 1.2)
        const lean = bladeHeight * (wind + random.between(-0.45, 0.45))
        const w = unit * 0.0016
        return `M${(x - w).toFixed(1)} ${y.toFixed(1)} Q${(x + lean * 0.2).toFixed(1)} ${(y - bladeHeight * 0.6).toFixed(1)} ${(x + lean).toFixed(1)} ${(y - bladeHeight).toFixed(1)} Q${(x + lean * 0.3 + w).toFixed(1)} ${(y - bladeHeight * 0.5).toFixed(1)} ${(x + w).toFixed(1)} ${y.toFixed(1)}Z`
      })
      return `<path fill="${hex(shade)}" opacity="${depth === 2 ? 0.7 : 1}" d="${blades.join('')}"/>`
    })
    .join('')
}

const drawFirs = ({ canvas, palette, random: sceneRandom }: SceneContext, plan: Plan): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const random = sceneRandom.fork('firs')
  const side = plan.focus < width / 2 ? 1 : 0
  const ink = inkOf(palette)
  return Array.from({ length: 5 }, (_, i) => {
    const x =
      side === 1
        ? width - unit * (0.03 + 0.085 * i * random.between(0.8, 1.2))
        : unit * (0.03 + 0.085 * i * random.between(0.8, 1.2))
    const treeHeight = unit * random.between(0.4, 0.62) * (1 - i * 0.15)
    const foot = (plan.near?.[Math.min(width - 1, Math.max(0, Math.round(x)))] ?? height) + unit * 0.03
    const tiers = 15
    let leftEdge = ''
    let rightEdge = ''
    for (let tier = 0; tier < tiers; tier++) {
      const t = tier / tiers
      const y = foot - treeHeight * (1 - t)
      const branchLength = treeHeight * 0.19 * (0.06 + t) * random.between(0.75, 1.15)
      leftEdge += ` L${(x - branchLength).toFixed(1)} ${(y + (treeHeight / tiers) * 1.15).toFixed(1)} L${(x - branchLength * 0.42).toFixed(1)} ${(y + (treeHeight / tiers) * 0.85).toFixed(1)}`
      rightEdge = ` L${(x + branchLength * 0.42).toFixed(1)} ${(y + (treeHeight / tiers) * 0.85).toFixed(1)} L${(x + branchLength * random.between(0.8, 1.1)).toFixed(1)} ${(y + (treeHeight / tiers) * 1.15).toFixed(1)}${rightEdge}`
    }
    return `<path fill="${hex(mix(ink, palette.haze, 0.03 * i))}" d="M${x.toFixed(1)} ${(foot - treeHeight).toFixed(1)}${leftEdge} L${(x - 2).toFixed(1)} ${foot} h4${rightEdge}Z"/>`
  })
    .reverse()
    .join('')
}

const drawMeadowFlowers = ({ canvas, palette, random: sceneRandom }: SceneContext, plan: Plan): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const random = sceneRandom.fork('meadow')
  const colors = [
    palette.accent,
    mix(palette.accent, oklch(0.95, 0.03, 90), 0.6),
    oklch(0.86, 0.14, palette.accent.h + 50),
  ]
  return Array.from({ length: 90 }, () => {
    const x = random.between(0, width)
    const y = (plan.near?.[Math.min(width - 1, Math.round(x))] ?? height) + random.between(-0.012, 0.06) * unit
    const color = mix(colors[random.integer(0, 2)] ?? palette.accent, palette.land, palette.isDark ? 0.5 : 0.12)
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(unit * random.between(0.002, 0.0052)).toFixed(1)}" fill="${hex(color)}"/>`
  }).join('')
}

export const paintForeground = async (scene: SceneContext, plan: Plan): Promise<void> => {
  if (!plan.near) return
  const { canvas, palette, brief, random } = scene
  const unit = Math.min(canvas.width, canvas.height)
  const landKind = plan.landKinds[0] ?? 'hills'
  const isWhite = brief.weathers.has('snow')
  const isSand = landKind === 'desert'
  const isStreet = landKind === 'city'
  const soil = isSand ? oklch(palette.isDark ? 0.24 : 0.5, 0.08, 55) : palette.leaf
  const ground = mix(soil, palette.land, isSand ? 0.3 : isStreet ? 0.95 : 0.68)
  const surface = {
    top: ground,
    bottom: adjust(mix(ground, palette.land, 0.5), { l: -0.05 }),
    floor: canvas.height,
    fadeEnd: canvas.height,
    lit: mix(ground, palette.light, 0.3),
    texture: 0.7,
    grainSize: (unit / 1000) * 1.4,
    snowLine: isWhite ? canvas.height * 2 : undefined,
    lightFrom: plan.lightFrom,
  }
  paintRidge(canvas, plan.near, surface, random.fork('near'))
  const isWooded = (landKind === 'forest' || landKind === 'mountains') && !brief.excluded.has('forest')
  const isMeadow = (landKind === 'hills' || brief.grounds.includes('bloom')) && !isWhite && !brief.excluded.has('bloom')
  await drawSvg(
    canvas,
    (isWooded ? drawFirs(scene, plan) : '') +
      (isWhite || isSand || isStreet ? '' : drawGrass(scene, plan, ground)) +
      (isMeadow ? drawMeadowFlowers(scene, plan) : ''),
  )
}

import { hex, mix, type Oklch, oklch } from '../oklch.ts'
import type { Palette } from '../palette.ts'
import type { Random } from '../seeded-random.ts'
import type { Plan } from './plan-landscape.ts'
import type { SceneContext } from './scene.ts'

interface Tower {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly foot: number
}

const roofPath = ({ x, width, top }: Tower, random: Random): string => {
  const middle = x + width / 2
  const kind = random.integer(0, 6)
  if (kind === 0) return `M${x} ${top} L${middle} ${top - width * 0.9} L${x + width} ${top}Z`
  if (kind === 1)
    return `M${x + width * 0.2} ${top} v${-width * 0.35} h${width * 0.6} v${width * 0.35}Z M${x + width * 0.38} ${top - width * 0.3} v${-width * 0.4} h${width * 0.24} v${width * 0.4}Z M${middle - 1} ${top - width * 0.6} v${-width * 0.9} h1.6 v${width * 0.9}Z`
  if (kind === 2) return `M${x} ${top} L${x} ${top - width * 0.5} L${x + width} ${top}Z`
  if (kind === 3) return `M${middle - 1} ${top} v${-width * 0.8} h1.6 v${width * 0.8}Z`
  return ''
}

const litWindows = ({ x, width, top, foot }: Tower, cell: number, share: number, random: Random): string[] => {
  const paths = ['', '', '']
  const columns = Math.max(2, Math.floor(width / cell))
  const windowSpacing = width / columns
  for (let y = top + cell; y < foot - cell; y += cell * 1.35) {
    const isFloorLit = random.chance(0.06)
    for (let column = 0; column < columns; column++) {
      if (!isFloorLit && !random.chance(share)) continue
      const lampIndex = random.chance(0.68) ? 0 : random.chance(0.65) ? 1 : 2
      paths[lampIndex] +=
        `M${(x + column * windowSpacing + windowSpacing * 0.22).toFixed(1)} ${y.toFixed(1)} h${(windowSpacing * 0.56).toFixed(1)} v${(cell * 0.62).toFixed(1)} h${(-windowSpacing * 0.56).toFixed(1)}Z`
    }
  }
  return paths
}

const lampsOf = (palette: Palette): [Oklch, Oklch, Oklch] =>
  palette.time === 'neon'
    ? [oklch(0.8, 0.14, 195), oklch(0.7, 0.25, 345), oklch(0.87, 0.15, 90)]
    : [oklch(0.88, 0.12, 80), oklch(0.93, 0.05, 95), mix(palette.accent, oklch(0.85, 0.1, 60), 0.4)]

const drawTowerRow = (scene: SceneContext, plan: Plan, near: number, random: Random): string => {
  const { canvas, palette } = scene
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const wall = mix(mix(palette.land, palette.skyTop, 0.2), palette.haze, (1 - near) * 0.75)
  const foot = plan.isWater ? plan.shore + 2 : plan.horizon + (height - plan.horizon) * (0.1 + near * 0.55)
  const fadeId = `c${Math.round(near * 100)}`
  const lamps = lampsOf(palette)
  const litPaths: string[] = ['', '', '']
  const walls: string[] = []
  for (let x = -unit * 0.02; x < width; ) {
    const towerWidth = unit * random.between(0.035, 0.1) * (0.65 + near * 0.7)
    const centrality = Math.exp(-(((x - plan.focus) / (width * 0.3)) ** 2))
    const towerHeight =
      plan.horizon * (random.between(0.1, 0.3) + centrality * random.between(0.1, 0.5)) * (1.2 - near * 0.72)
    const tower = {
      x: Math.round(x),
      width: Math.round(towerWidth),
      top: Math.round(foot - towerHeight - (foot - plan.horizon) * 0.55),
      foot,
    }
    const shape = `M${tower.x} ${foot} V${tower.top} h${tower.width} V${foot}Z ${roofPath(tower, random)}`
    walls.push(
      `<path fill="url(#${fadeId})" d="${shape}"/><path fill="#000" opacity="0.16" d="M${tower.x + tower.width * (plan.lightFrom < 0 ? 0.62 : 0)} ${foot} V${tower.top} h${tower.width * 0.38} V${foot}Z"/>`,
    )
    const share = palette.isDark ? 0.1 + near * 0.14 : palette.time === 'day' ? 0.1 : 0.12
    litWindows(tower, unit * (0.0065 + near * 0.0045), share, random).forEach((path, lampIndex) => {
      litPaths[lampIndex] += path
    })
    x += towerWidth * random.between(0.82, 1.12)
  }
  const windowOpacity = palette.isDark ? 0.22 + near * 0.7 : 0.3
  const windowPaths = litPaths.map(
    (d, i) =>
      `<path fill="${hex(palette.time === 'day' ? mix(palette.skyMid, palette.light, 0.5) : (lamps[i] ?? lamps[0]))}" opacity="${windowOpacity.toFixed(2)}" d="${d}"/>`,
  )
  return `<defs><linearGradient id="${fadeId}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${plan.horizon * 0.35}" y2="${foot}"><stop offset="0" stop-color="${hex(wall)}"/><stop offset="1" stop-color="${hex(mix(wall, palette.haze, plan.isWater ? 0.4 : 0.3))}"/></linearGradient></defs>${walls.join('')}${windowPaths.join('')}`
}

export const drawSkyline = (scene: SceneContext, plan: Plan): string =>
  [0.2, 0.55, 0.9].map((near) => drawTowerRow(scene, plan, near, scene.random.fork(`row ${near}`))).join('')

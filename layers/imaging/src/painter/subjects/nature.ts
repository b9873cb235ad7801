import { adjust, hex, mix, oklch } from '../oklch.ts'
import { type DrawSubject, inkOf, newGradientId, type Placement, placeSubject } from './placement.ts'

interface Limb {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly length: number
  readonly width: number
}

const growBranches = ({ random }: Placement): { wood: string; tips: [number, number][] } => {
  const tips: [number, number][] = []
  const wood: string[] = []
  const grow = ({ x, y, angle, length, width }: Limb, level: number): void => {
    const x2 = x + Math.cos(angle) * length
    const y2 = y - Math.sin(angle) * length
    const bend = random.between(-0.12, 0.12) * length
    wood.push(
      `<path d="M${x.toFixed(1)} ${y.toFixed(1)} Q${((x + x2) / 2 + bend).toFixed(1)} ${((y + y2) / 2).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}" stroke-width="${width.toFixed(2)}"/>`,
    )
    if (level >= 2) tips.push([x2, y2])
    if (level === 5) return
    const forks = level < 2 && random.chance(0.5) ? 3 : 2
    for (let fork = 0; fork < forks; fork++) {
      const spread = (fork - (forks - 1) / 2) * random.between(0.65, 0.95) + random.between(-0.15, 0.15)
      const limb = {
        x: x2,
        y: y2,
        angle: angle + spread,
        length: length * random.between(0.64, 0.82),
        width: width * 0.64,
      }
      grow(limb, level + 1)
    }
  }
  grow({ x: 0, y: 2, angle: Math.PI / 2 + random.between(-0.1, 0.1), length: 25, width: 6.5 }, 0)
  return { wood: wood.join(''), tips }
}

export const tree: DrawSubject = (placement) => {
  const { palette, color, random, lightFrom } = placement
  const { wood, tips } = growBranches(placement)
  const leaf = color ?? (palette.time === 'sunset' ? oklch(0.6, 0.15, 50) : palette.leaf)
  const shades = [
    hex(mix(leaf, palette.land, 0.72)),
    hex(mix(leaf, palette.land, 0.4)),
    hex(mix(leaf, palette.land, 0.12)),
    hex(mix(adjust(leaf, { l: 0.06 }), palette.light, 0.4)),
  ]
  const layer = (depth: number) =>
    tips
      .filter((_, i) => depth < 2 || (i * 7 + depth) % 3 !== 0)
      .map(([x, y]) => {
        const shift = depth * 1.1
        const cx = x + random.between(-5, 5) + lightFrom * shift
        const cy = y + random.between(-5, 4) - shift * 1.2
        return `<ellipse cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" rx="${(random.between(3.6, 6.4) - depth * 1.15).toFixed(1)}" ry="${(random.between(2.9, 5) - depth).toFixed(1)}"/>`
      })
      .join('')
  const foliage = shades.map(
    (shade, depth) => `<g fill="${shade}" opacity="${depth === 3 ? 0.75 : 0.95}">${layer(depth)}</g>`,
  )
  return placeSubject(
    placement,
    `<path fill="${hex(inkOf(palette))}" d="M-10 3 Q-3.5 0 -3 -12 H3 Q3.5 0 11 3Z"/>${foliage[0]}<g fill="none" stroke="${hex(inkOf(palette))}" stroke-linecap="round">${wood}</g>${foliage.slice(1).join('')}`,
  )
}

export const birds: DrawSubject = (placement) => {
  const { palette, random, color } = placement
  const ink = hex(color ?? mix(palette.land, palette.skyMid, 0.15))
  const heading = random.chance(0.5) ? 1 : -1
  return Array.from({ length: random.integer(6, 11) }, (_, i) => {
    const size = placement.size * random.between(0.1, 0.2) * (i === 0 ? 1.9 : 1)
    const rank = Math.ceil(i / 2) * (i % 2 === 0 ? 1 : -1)
    const birdPlacement = {
      ...placement,
      x: placement.x - heading * Math.abs(rank) * placement.size * 0.26 + random.between(-0.06, 0.06) * placement.size,
      y: placement.y + rank * placement.size * 0.11 + random.between(-0.04, 0.04) * placement.size,
      size,
    }
    const lift = random.between(18, 44)
    const wings = `<path fill="${ink}" d="M0 0 C14 -6 26 ${-lift} 74 ${-lift * 0.75} C40 ${-lift * 0.55} 26 8 8 10 L0 13 L-9 9 C-22 6 -38 ${-lift * 0.7} -70 ${-lift} C-34 ${-lift * 1.05} -14 -8 0 0Z"/>`
    return placeSubject(birdPlacement, `<g transform="rotate(${random.between(-14, 8)})">${wings}</g>`, heading < 0)
  }).join('')
}

export const whale: DrawSubject = (placement) => {
  const { palette, random, color, lightFrom } = placement
  const id = newGradientId(placement)
  const skin = color ?? oklch(0.3, 0.04, 250)
  const lit = hex(mix(mix(skin, palette.light, 0.3), palette.haze, 0.15))
  const dark = hex(mix(skin, palette.land, 0.7))
  const foam = hex(mix(palette.light, palette.haze, 0.4))
  const drops = Array.from({ length: 46 }, () => {
    const x = random.between(-52, 52)
    return `<ellipse cx="${x.toFixed(1)}" cy="${random.between(-60 + Math.abs(x) * 0.2, 2).toFixed(1)}" rx="${random.between(0.3, 0.8).toFixed(2)}" ry="${random.between(0.5, 2.4).toFixed(2)}"/>`
  }).join('')
  const splash = Array.from(
    { length: 26 },
    () =>
      `<ellipse cx="${random.between(-34, 34).toFixed(1)}" cy="${random.between(-3, 4).toFixed(1)}" rx="${random.between(3, 11).toFixed(1)}" ry="${random.between(0.6, 2.2).toFixed(1)}"/>`,
  ).join('')
  return placeSubject(
    placement,
    `<defs><linearGradient id="${id}" x1="${lightFrom < 0 ? 0 : 1}" x2="${lightFrom < 0 ? 1 : 0}"><stop offset="0" stop-color="${lit}"/><stop offset="0.55" stop-color="${dark}"/></linearGradient></defs>
<path fill="url(#${id})" d="M-19 3 C-12 -14 -7 -38 -5 -58 C-12 -66 -34 -62 -62 -84 C-48 -98 -14 -96 0 -76 C14 -96 48 -98 62 -84 C34 -62 12 -66 5 -58 C7 -38 12 -14 19 3Z"/>
<path fill="none" stroke="${lit}" stroke-opacity="0.5" stroke-width="1" d="M-58 -84 C-44 -94 -14 -92 0 -73 C14 -92 44 -94 58 -84"/><g fill="${foam}" opacity="0.6">${drops}</g><g fill="${foam}" opacity="0.5">${splash}</g>`,
  )
}

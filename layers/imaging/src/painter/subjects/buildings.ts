import { hex, mix, oklch } from '../oklch.ts'
import {
  type DrawSubject,
  glowDot,
  inkOf,
  newGradientId,
  type Placement,
  placeSubject,
  sidewaysGradient,
  WINDOW_LIGHT,
  wallOf,
} from './placement.ts'

const WHITE = oklch(0.93, 0.015, 85)

export const lighthouse: DrawSubject = (placement) => {
  const { palette, color, lightFrom } = placement
  const id = newGradientId(placement)
  const bands = wallOf(placement, color ?? palette.accent)
  const wall = wallOf(placement, WHITE)
  const ink = hex(inkOf(palette))
  const lamp = hex(mix(WINDOW_LIGHT, palette.light, 0.3))
  const band = (low: number, high: number) => {
    const half = (y: number) => 10.5 - (y / 76) * 4
    return `<path fill="url(#${id}b)" d="M${-half(low)} ${-low} L${half(low)} ${-low} L${half(high)} ${-high} L${-half(high)} ${-high}Z"/>`
  }
  const beam = (to: number) => `<path fill="url(#${id}r${to < 0 ? 'l' : 'r'})" d="M0 -84.5 L${to} -108 L${to} -72Z"/>`
  const ray = (side: 'l' | 'r') =>
    `<linearGradient id="${id}r${side}" x1="${side === 'l' ? 1 : 0}" x2="${side === 'l' ? 0 : 1}"><stop offset="0" stop-color="${lamp}" stop-opacity="0.6"/><stop offset="1" stop-color="${lamp}" stop-opacity="0"/></linearGradient>`
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}b`, bands)}${sidewaysGradient(`${id}w`, wall)}${glowDot(`${id}g`, lamp)}${ray('l')}${ray('r')}</defs>
${palette.isDark ? beam(-170) + beam(170) : beam(90 * lightFrom * -1)}
<path fill="url(#${id}w)" d="M-13 2 L13 2 L11 -5 L-11 -5Z M-10.5 0 L10.5 0 L6.5 -76 L-6.5 -76Z"/>${band(8, 24)}${band(40, 56)}
<path fill="${ink}" opacity="0.75" d="M-2 0 v-7 a2 2.4 0 0 1 4 0 v7Z M-1.3 -32 h2.6 v5 h-2.6Z M-1.2 -65 h2.4 v5 h-2.4Z"/>
<path fill="${ink}" d="M-9.5 -76 h19 v2 h-19Z M-9 -79.5 h18 v0.7 h-18Z M-9 -80 h0.8 v4 h-0.8Z M-4.5 -80 h0.7 v4 h-0.7Z M3.8 -80 h0.7 v4 h-0.7Z M8.2 -80 h0.8 v4 h-0.8Z"/>
<rect x="-4.6" y="-90" width="9.2" height="14" fill="${lamp}"/><path fill="${ink}" d="M-4.8 -90 h0.8 v14 h-0.8Z M-0.4 -90 h0.8 v14 h-0.8Z M4 -90 h0.8 v14 h-0.8Z"/>
<path fill="url(#${id}b)" d="M-6.2 -89.5 Q-5 -97 0 -98 Q5 -97 6.2 -89.5Z"/><path fill="${ink}" d="M-0.4 -103 h0.8 v6 h-0.8Z"/>
<circle cx="0" cy="-84" r="26" fill="url(#${id}g)" opacity="${palette.isDark ? 1 : 0.6}"/>`,
  )
}

const drawWindows = (
  placement: Placement,
  positions: readonly (readonly [number, number])[],
  w = 2.4,
  h = 4,
): string => {
  const { palette } = placement
  const fill = hex(palette.time === 'day' ? inkOf(palette) : WINDOW_LIGHT)
  return positions
    .map(
      ([x, y]) =>
        `<path fill="${fill}" d="M${x - w / 2} ${y} v${-h * 0.6} a${w / 2} ${h * 0.4} 0 0 1 ${w} 0 v${h * 0.6}Z"/>`,
    )
    .join('')
}

export const castle: DrawSubject = (placement) => {
  const { palette, color, random } = placement
  const id = newGradientId(placement)
  const stone = mix(color ?? oklch(0.62, 0.03, 70), palette.haze, 0.18)
  const roof = wallOf(placement, mix(palette.accent, palette.land, 0.3))
  const towers = [
    [-38, 46, 11],
    [-22, 66, 9],
    [-4, 88, 12],
    [14, 60, 9],
    [30, 72, 10],
    [44, 40, 9],
  ] as const
  const tower = ([x, base, w]: readonly [number, number, number]) => {
    const tall = base * random.between(0.88, 1.06) - 18
    const battlements = [-0.5, -0.14, 0.22]
      .map((t) => `M${x + t * w} ${-tall} h${w * 0.26} v-3 h${-w * 0.26}Z`)
      .join('')
    const cone = `<path fill="url(#${id}r)" d="M${x - w * 0.68} ${-tall - 2} L${x} ${-tall - w * 2} L${x + w * 0.68} ${-tall - 2}Z"/><path d="M${x} ${-tall - w * 2 + 1} v-6 l5 1.8 l-5 1.8" fill="${hex(palette.accent)}" stroke="${hex(inkOf(palette))}" stroke-width="0.5"/>`
    return `<path fill="url(#${id}w)" d="M${x - w / 2} 2 h${w} V${-tall} h${-w}Z M${x - w * 0.6} ${-tall} h${w * 1.2} v-2.5 h${-w * 1.2}Z"/><path fill="url(#${id}w)" d="${battlements}"/>${cone}${drawWindows(
      placement,
      [
        [x, -tall + 8],
        [x, -tall + 22],
      ],
      w * 0.2,
      w * 0.42,
    )}`
  }
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}w`, wallOf(placement, stone))}${sidewaysGradient(`${id}r`, roof)}</defs>
${towers
  .filter((_, i) => i % 2 === 0)
  .map(tower)
  .join(
    '',
  )}<path fill="url(#${id}w)" d="M-44 3 V-26 h6 v-3 h4 v3 h5 v-3 h4 v3 h5 v-3 h4 v3 h5 v-3 h4 v3 h5 v-3 h4 v3 h5 v-3 h4 v3 h5 v-3 h4 v3 h5 v-3 h4 v3 h6 V3Z"/>${towers
      .filter((_, i) => i % 2 === 1)
      .map(tower)
      .join('')}
<path fill="${hex(inkOf(palette))}" d="M-4 3 v-12 a6 7 0 0 1 12 0 v12Z"/>`,
  )
}

export const house: DrawSubject = (placement) => {
  const { palette, color, random } = placement
  const id = newGradientId(placement)
  const wall = wallOf(placement, color ?? mix(oklch(0.55, 0.07, 55), palette.accent, 0.25))
  const roof = wallOf(placement, mix(oklch(0.36, 0.06, 40), palette.land, 0.35))
  const smoke = hex(mix(palette.haze, palette.light, 0.4))
  const glow = hex(palette.time === 'day' ? mix(palette.skyMid, palette.land, 0.5) : WINDOW_LIGHT)
  const puffs = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8
    return `<circle cx="${24 + t * t * 34 + random.between(-2, 2)}" cy="${-92 - t * 62}" r="${2.4 + t * 9}" fill="${smoke}" opacity="${0.3 * (1 - t)}"/>`
  }).join('')
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}w`, wall)}${sidewaysGradient(`${id}r`, roof)}${glowDot(`${id}g`, glow, 0.5)}</defs>${puffs}
<path fill="url(#${id}r)" d="M20 -88 h9 v26 h-9Z"/><path fill="url(#${id}w)" d="M-46 2 V-40 L-18 -72 L10 -40 L46 -40 V2Z"/>
<path fill="${wall[1]}" opacity="0.5" d="M10 -40 H46 V2 H10Z"/>
<path fill="url(#${id}r)" d="M-54 -35 L-18 -80 L40 -80 L54 -36 L12 -36 L-18 -70 L-48 -31Z"/>
<path fill="${hex(inkOf(palette))}" d="M-25 2 v-24 h14 v24Z"/>
<path fill="${glow}" d="M-22 -46 h8 v10 h-8Z M18 -28 h9 v13 h-9Z M32 -28 h9 v13 h-9Z M-40 -26 h9 v12 h-9Z"/>
<path fill="${hex(inkOf(palette))}" opacity="0.7" d="M22 -28 h1 v13 h-1Z M36 -28 h1 v13 h-1Z M18 -22 h9 v1 h-9Z M32 -22 h9 v1 h-9Z M-36 -26 h1 v12 h-1Z M-40 -20.5 h9 v1 h-9Z"/>
<circle cx="28" cy="-20" r="42" fill="url(#${id}g)" opacity="${palette.isDark ? 0.8 : 0}"/>`,
  )
}

export const windmill: DrawSubject = (placement) => {
  const { palette, color, random } = placement
  const id = newGradientId(placement)
  const ink = hex(inkOf(palette))
  const sail = hex(mix(oklch(0.9, 0.03, 80), palette.haze, palette.isDark ? 0.6 : 0.25))
  const angle = random.between(12, 40)
  const blade = (quarter: number) =>
    `<g transform="translate(0 -66) rotate(${angle + quarter * 90})"><path fill="${ink}" d="M-0.7 0 h1.4 v-42 h-1.4Z"/><path fill="${sail}" opacity="0.9" d="M1 -8 h8 v-33 h-8Z"/><path stroke="${ink}" stroke-width="0.5" d="M1 -14 h8 M1 -20 h8 M1 -26 h8 M1 -32 h8"/></g>`
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}w`, wallOf(placement, color ?? oklch(0.86, 0.03, 75)))}${sidewaysGradient(`${id}r`, wallOf(placement, palette.accent))}</defs>
<path fill="url(#${id}w)" d="M-16 2 H16 L9 -60 H-9Z"/><path fill="url(#${id}r)" d="M-11 -59 Q-9 -76 0 -78 Q9 -76 11 -59Z"/>
<path fill="${ink}" opacity="0.8" d="M-3 2 v-10 a3 3.5 0 0 1 6 0 v10Z"/>${drawWindows(
      placement,
      [
        [0, -28],
        [0, -44],
      ],
      3.4,
      5.5,
    )}${[0, 1, 2, 3].map(blade).join('')}<circle cx="0" cy="-66" r="2" fill="${ink}"/>`,
  )
}

export const bridge: DrawSubject = (placement) => {
  const { palette, color } = placement
  const id = newGradientId(placement)
  const span = 130
  const towerColors = wallOf(placement, color ?? palette.accent)
  const ink = hex(mix(palette.land, palette.haze, 0.25))
  const cable = (from: number, to: number) => `M${from} -92 Q${(from + to) / 2} -26 ${to} -92`
  const hangers = Array.from({ length: 30 }, (_, i) => {
    const t = (i + 1) / 31
    const sag = -92 + 4 * 33 * t * (1 - t)
    return `M${-span / 2 + t * span} ${sag} V-22`
  }).join('')
  const tower = (x: number) =>
    `<path fill="url(#${id}w)" d="M${x - 4} 6 V-94 h3 V6Z M${x + 1} 6 V-94 h3 V6Z M${x - 4} -80 h8 v4 h-8Z M${x - 4} -54 h8 v4 h-8Z M${x - 5} -95 h10 v2.5 h-10Z"/>`
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}w`, towerColors)}</defs><path fill="none" stroke="${ink}" stroke-width="0.5" d="${hangers}"/>
<path fill="none" stroke="${towerColors[0]}" stroke-width="1.3" d="${cable(-65, 65)} M-65 -92 Q-130 -30 -240 -20 M65 -92 Q130 -30 240 -20"/>
<path fill="${towerColors[1]}" d="M-400 -22 H400 v3.6 H-400Z"/><path fill="${ink}" d="M-400 -18.4 H400 v2 H-400Z"/>${tower(-65)}${tower(65)}`,
  )
}

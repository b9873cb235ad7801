import { adjust, hex, mix, oklch } from '../oklch.ts'
import { type DrawSubject, glowDot, inkOf, newGradientId, placeSubject, sidewaysGradient, wallOf } from './placement.ts'

export const boat: DrawSubject = (placement) => {
  const { palette, color } = placement
  const id = newGradientId(placement)
  const sail = wallOf(placement, color ?? oklch(0.95, 0.02, 85))
  const hull = wallOf(placement, color ? oklch(0.9, 0.02, 80) : palette.accent)
  const ink = hex(inkOf(palette))
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}s`, sail)}${sidewaysGradient(`${id}h`, hull)}</defs>
<path fill="${ink}" d="M-0.8 -10 h1.4 v-90 h-1.4Z"/><path fill="url(#${id}s)" d="M2.5 -97 C26 -62 34 -36 34 -15 Q18 -20 2.5 -16Z"/>
<path fill="url(#${id}s)" opacity="0.92" d="M-2.5 -88 C-15 -60 -27 -34 -31 -17 Q-16 -21 -2.5 -17Z"/>
<path fill="none" stroke="${ink}" stroke-opacity="0.18" stroke-width="0.7" d="M3 -74 Q13 -72 17 -70 M3 -54 Q17 -51 26 -50 M3 -36 Q20 -33 32 -32"/>
<path fill="url(#${id}h)" d="M-38 -11 Q0 -7 42 -13 Q36 3 24 5 L-24 5 Q-34 2 -38 -11Z"/><path fill="${ink}" opacity="0.55" d="M-33 -1 Q0 3 36 -2 Q31 4 24 5 L-24 5 Q-30 3 -33 -1Z"/>`,
    placement.lightFrom < 0,
  )
}

export const balloon: DrawSubject = (placement) => {
  const { palette, color, random } = placement
  const id = newGradientId(placement)
  const first = color ?? palette.accent
  const second = mix(oklch(0.93, 0.04, 85), palette.light, 0.3)
  const third = oklch(0.55, 0.14, first.h + random.pick([150, 200, 60]))
  const panel = (from: number, to: number, tint: string) =>
    `<path fill="${tint}" d="M0 -100 C${from * 1.33} -100 ${from * 1.33} -52 ${from * 0.2} -24 L${to * 0.2} -24 C${to * 1.33} -52 ${to * 1.33} -100 0 -100Z"/>`
  const tints = [first, second, third, second, first, second, third, second]
  const edges = Array.from({ length: 9 }, (_, i) => -34 * Math.cos((i * Math.PI) / 8))
  const panels = tints
    .map((tint, i) => panel(edges[i] ?? 0, edges[i + 1] ?? 0, hex(mix(tint, palette.haze, 0.06))))
    .join('')
  const ink = hex(inkOf(palette))
  return placeSubject(
    placement,
    `<defs><radialGradient id="${id}" cx="${placement.lightFrom < 0 ? 0.3 : 0.7}" cy="0.3" r="0.8"><stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="0.4" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="${hex(adjust(palette.land, { l: -0.05 }))}" stop-opacity="0.7"/></radialGradient></defs>
${panels}<path fill="url(#${id})" d="M0 -100 C-45 -100 -45 -52 -7 -24 L7 -24 C45 -52 45 -100 0 -100Z"/>
<path stroke="${ink}" stroke-width="0.6" d="M-6.5 -24 L-4 -10 M6.5 -24 L4 -10 M-2 -24 L-1.5 -10 M2 -24 L1.5 -10"/><path fill="${ink}" d="M-5 -10 H5 L4.2 0 H-4.2Z"/>`,
  )
}

export const rocket: DrawSubject = (placement) => {
  const { palette, color } = placement
  const id = newGradientId(placement)
  const ink = hex(inkOf(palette))
  const body = wallOf(placement, oklch(0.93, 0.01, 250))
  const fin = wallOf(placement, color ?? palette.accent)
  return placeSubject(
    placement,
    `<defs>${sidewaysGradient(`${id}b`, body)}${sidewaysGradient(`${id}f`, fin)}${glowDot(`${id}g`, hex(oklch(0.85, 0.15, 70)))}<linearGradient id="${id}e" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="0.3" stop-color="${hex(oklch(0.85, 0.16, 80))}"/><stop offset="1" stop-color="${hex(oklch(0.6, 0.2, 35))}" stop-opacity="0"/></linearGradient></defs>
<g transform="rotate(${14 * placement.lightFrom} 0 -50)"><circle cx="0" cy="6" r="46" fill="url(#${id}g)"/><path fill="url(#${id}e)" d="M-7 -12 Q-12 30 0 74 Q12 30 7 -12Z"/>
<path fill="url(#${id}f)" d="M-10 -40 Q-24 -26 -23 -4 L-8 -14Z M10 -40 Q24 -26 23 -4 L8 -14Z"/><path fill="url(#${id}b)" d="M-10 -12 C-17 -46 -13 -78 0 -100 C13 -78 17 -46 10 -12Z"/>
<path fill="url(#${id}f)" d="M-9 -76 Q-5 -92 0 -100 Q5 -92 9 -76 Q0 -73 -9 -76Z"/><circle cx="0" cy="-58" r="6.4" fill="${ink}"/><circle cx="0" cy="-58" r="4.8" fill="${hex(palette.skyMid)}"/><circle cx="-1.5" cy="-60" r="1.5" fill="#fff" opacity="0.7"/><path fill="${ink}" d="M-8 -12 h16 l-2 5 h-12Z"/></g>`,
  )
}

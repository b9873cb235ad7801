import { hex, mix, type Oklch, oklch } from '../oklch.ts'
import { type DrawSubject, inkOf, newGradientId, type Placement, placeSubject } from './placement.ts'

interface Creature {
  /** Filled outlines as an SVG path; overlapping outlines form one silhouette. */
  readonly body: string
  /** Lines with round ends: stroke width and SVG path. */
  readonly limbs?: readonly (readonly [number, string])[]
  readonly marks?: string
  readonly eyes?: readonly (readonly [number, number, number])[]
  readonly naturalColor: Oklch
}

const GRAY = oklch(0.5, 0.02, 260)
const BROWN = oklch(0.48, 0.07, 55)

const CREATURES = {
  cat: {
    naturalColor: oklch(0.32, 0.02, 280),
    body: 'M-17 2 C-28 -8 -25 -38 -12 -52 C-10 -56 -11 -58 -13 -62 C-17 -72 -15 -82 -13 -92 L-4 -83 Q2 -85 8 -83 L17 -92 C19 -82 20 -70 15 -62 C13 -58 13 -55 15 -50 C25 -34 28 -8 20 2Z',
    limbs: [[5.5, 'M19 -2 C40 2 46 -14 38 -24 C34 -29 40 -36 45 -31']],
  },
  fox: {
    naturalColor: oklch(0.65, 0.17, 45),
    body: 'M-14 2 C-18 -14 -17 -36 -13 -50 C-16 -54 -19 -58 -22 -62 L-31 -60 Q-33 -63 -29 -65 C-26 -70 -21 -75 -15 -78 L-12 -94 L-5 -82 L3 -93 L4 -76 C7 -70 6 -63 5 -57 C16 -46 25 -26 24 2Z M20 -6 C38 -4 54 -16 52 -40 C51 -50 46 -56 43 -60 C41 -44 36 -30 22 -24Z',
    marks:
      'M-13 -46 C-8 -50 -4 -46 -5 -36 C-6 -24 -10 -14 -12 -6 C-15 -20 -15 -34 -13 -46Z M46 -56 C52 -46 54 -34 50 -26 C46 -34 44 -46 43 -60Z M-29 -62 L-20 -61 C-14 -57 -12 -54 -13 -51 C-16 -54 -19 -58 -22 -61Z',
    eyes: [[-15, -70, 1.2]],
  },
  wolf: {
    naturalColor: GRAY,
    body: 'M-13 2 C-16 -16 -14 -38 -10 -52 C-14 -60 -14 -68 -12 -72 C-16 -80 -20 -90 -23 -99 L-19 -100 C-14 -93 -10 -88 -5 -84 L3 -87 L2 -79 C8 -72 10 -62 11 -54 C22 -42 27 -22 25 2Z M22 -4 C34 2 44 2 52 -4 C44 -5 38 -10 32 -16Z',
  },
  rabbit: {
    naturalColor: oklch(0.72, 0.04, 70),
    body: 'M-18 2 C-24 -10 -20 -30 -10 -38 C-18 -42 -20 -54 -12 -60 C-16 -74 -18 -90 -12 -98 C-6 -92 -4 -76 -5 -62 C-2 -74 2 -92 9 -96 C13 -88 8 -70 2 -59 C8 -52 6 -44 2 -40 C20 -36 30 -18 26 2Z M24 -8 a7 6.5 0 1 0 0.1 0Z',
    marks: 'M-12 -64 C-14 -76 -14 -86 -12 -92 C-8 -84 -8 -74 -8 -64Z',
    eyes: [[-10, -51, 1.7]],
  },
  owl: {
    naturalColor: oklch(0.52, 0.07, 65),
    body: 'M0 -2 C-24 -6 -30 -34 -25 -60 C-24 -70 -26 -78 -24 -88 C-18 -84 -14 -82 0 -82 C14 -82 18 -84 24 -88 C26 -78 24 -70 25 -60 C30 -34 24 -6 0 -2Z M-8 -4 h16 l4 12 h-24Z',
    limbs: [
      [4.5, 'M-90 2 C-50 -3 -10 4 40 0 C60 -2 80 -6 110 -10'],
      [2, 'M60 -2 C70 -10 76 -18 88 -22 M-50 0 C-60 -8 -66 -12 -80 -14'],
    ],
    marks: 'M-11 -64 m-11 0 a11 11 0 1 0 22 0 a11 11 0 1 0 -22 0Z M11 -64 m-11 0 a11 11 0 1 0 22 0 a11 11 0 1 0 -22 0Z',
    eyes: [
      [-11, -64, 6],
      [11, -64, 6],
    ],
  },
  deer: {
    naturalColor: BROWN,
    body: 'M-30 -46 C-20 -52 0 -50 12 -52 C18 -58 20 -66 20 -74 C19 -78 20 -81 23 -82 L15 -88 L25 -86 C29 -86 32 -83 34 -80 C38 -77 41 -75 41 -73 C40 -70 36 -70 32 -71 C31 -62 28 -46 22 -38 L22 2 H18.5 L17 -24 L15 2 H11.5 L11 -30 C0 -26 -14 -26 -20 -30 C-20 -22 -22 -18 -20 2 H-23.5 L-26 -18 L-28 2 H-31.5 C-32 -14 -33 -24 -33 -32 C-34 -38 -33 -43 -30 -46Z M-31 -44 l-4 6 l2 4Z',
    limbs: [
      [
        1.7,
        'M25 -85 C20 -96 28 -102 24 -114 M23 -97 C30 -98 34 -102 35 -110 M25 -104 C19 -106 17 -110 17 -116 M28 -85 C32 -94 42 -96 44 -108 M38 -97 C44 -96 48 -98 51 -104',
      ],
    ],
  },
  horse: {
    naturalColor: oklch(0.42, 0.08, 45),
    body: 'M-36 -52 C-24 -60 -4 -54 10 -56 C16 -66 20 -76 26 -84 L28 -92 L32 -86 C38 -82 46 -72 48 -67 C48 -63 44 -62 41 -64 C36 -68 34 -68 32 -68 C30 -56 28 -46 24 -38 C28 -30 36 -26 38 -14 L34 -4 L31 -5 L33 -14 L22 -24 L21 2 H16 L16 -28 C4 -26 -12 -26 -20 -32 C-20 -24 -26 -18 -27 -10 L-24 2 H-29 L-32 -12 C-33 -18 -32 -24 -34 -28 L-40 -14 L-40 2 H-45 L-45 -16 C-42 -28 -42 -44 -36 -52Z M-34 -52 C-48 -56 -54 -36 -50 -14 C-46 -26 -42 -38 -36 -44Z M28 -90 C18 -90 8 -72 6 -56 C14 -58 24 -74 28 -82Z',
  },
  bear: {
    naturalColor: oklch(0.4, 0.06, 45),
    body: 'M-44 -38 C-42 -58 -20 -62 -4 -60 C6 -66 16 -66 22 -66 C22 -71 26 -74 30 -71 C35 -72 36 -68 36 -64 C42 -60 48 -54 52 -50 C54 -46 50 -43 46 -43 C40 -42 36 -38 32 -34 L31 2 H18 L17 -16 C14 -18 10 -18 8 -18 L10 2 H-2 L-5 -18 L-18 -18 L-18 2 H-31 L-32 -12 L-34 2 H-45 C-46 -10 -45 -24 -44 -38Z',
  },
  elephant: {
    naturalColor: oklch(0.5, 0.015, 260),
    body: 'M-46 -44 C-46 -66 -26 -74 -6 -70 C4 -76 14 -82 26 -78 C38 -76 42 -66 44 -54 C46 -38 52 -22 60 -20 C64 -19 65 -14 61 -13 C48 -10 40 -26 37 -40 L31 -38 L31 2 H18 L17 -24 L6 -26 L7 2 H-5 L-7 -24 H-20 L-20 2 H-33 L-34 -18 L-36 2 H-45 C-46 -12 -48 -30 -46 -44Z M36 -40 C42 -34 48 -34 54 -38 C48 -42 42 -46 38 -48Z',
    marks: 'M8 -70 C20 -74 28 -62 26 -50 C24 -40 14 -36 8 -44 C2 -52 2 -66 8 -70Z',
    limbs: [[1.4, 'M-45 -48 C-52 -38 -52 -30 -50 -24']],
  },
  person: {
    naturalColor: oklch(0.3, 0.05, 280),
    body: 'M0 -100 C6.5 -100 9 -95 8.4 -90 C8 -86 6 -83.4 4 -82.6 L4.5 -80 C10 -79 14 -77 15.5 -72 C18 -60 20 -46 21 -30 C22 -22 23 -16 25 -10 C18 -8 14 -10 9.5 -11 L9 2 H2.5 L1 -12 L-1.5 2 H-8 L-8.5 -11 C-14 -9 -17 -9 -22 -12 C-18 -30 -18 -56 -15.5 -71 C-14 -77 -9 -79 -4.5 -80 L-4 -82.6 C-6 -83.4 -8 -86 -8.4 -90 C-9 -95 -6.5 -100 0 -100Z',
    limbs: [[1.3, 'M24 2 L21.5 -70']],
    marks: 'M-10 -78 C-4 -74 4 -74 10 -78 C12 -74 8 -70 0 -70 C-8 -70 -12 -74 -10 -78Z',
  },
} as const satisfies Record<string, Creature>

const drawCreature = (placement: Placement, creature: Creature): string => {
  const { palette, lightFrom, color } = placement
  const id = newGradientId(placement)
  const bodyColor = color ?? creature.naturalColor
  const ink = inkOf(palette)
  const share = color ? 0.22 : palette.isDark ? 0.62 : 0.3
  const lit = hex(mix(bodyColor, ink, share))
  const dark = hex(mix(bodyColor, ink, Math.min(0.95, share + 0.42)))
  const rim = hex(mix(mix(bodyColor, palette.light, 0.7), palette.skyLow, 0.3))
  const facing =
    creature === CREATURES.owl || creature === CREATURES.cat ? 1 : Math.sign(placement.random.next() - 0.5) || 1
  const toLight = lightFrom * facing
  const lines = (stroke: string): string =>
    (creature.limbs ?? [])
      .map(
        ([width, d]) =>
          `<path fill="none" stroke="${stroke}" stroke-linecap="round" stroke-width="${width}" d="${d}"/>`,
      )
      .join('')
  const eye = hex(creature === CREATURES.owl ? oklch(0.82, 0.16, 80) : oklch(0.9, 0.05, 80))
  const eyes = (creature.eyes ?? [])
    .map(
      ([x, y, r]) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="${eye}"/><circle cx="${x}" cy="${y}" r="${r * 0.52}" fill="#0b0b12"/><circle cx="${x - r * 0.25}" cy="${y - r * 0.3}" r="${r * 0.18}" fill="#fff"/>`,
    )
    .join('')
  const mark = hex(mix(mix(bodyColor, oklch(0.93, 0.02, 80), 0.55), ink, palette.isDark ? 0.55 : 0.25))
  return placeSubject(
    placement,
    `<defs><linearGradient id="${id}" x2="0" y2="1"><stop offset="0" stop-color="${lit}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
<g transform="translate(${toLight * 0.9} -0.7)"><path fill="${rim}" d="${creature.body}"/>${lines(rim)}</g>${lines(dark)}<path fill="url(#${id})" d="${creature.body}"/>${creature.marks ? `<path fill="${mark}" d="${creature.marks}"/>` : ''}${eyes}`,
    facing < 0,
  )
}

const drawerOf =
  (creature: Creature): DrawSubject =>
  (placement) =>
    drawCreature(placement, creature)

export const cat = drawerOf(CREATURES.cat)
export const fox = drawerOf(CREATURES.fox)
export const wolf = drawerOf(CREATURES.wolf)
export const rabbit = drawerOf(CREATURES.rabbit)
export const owl = drawerOf(CREATURES.owl)
export const deer = drawerOf(CREATURES.deer)
export const horse = drawerOf(CREATURES.horse)
export const bear = drawerOf(CREATURES.bear)
export const elephant = drawerOf(CREATURES.elephant)
export const person = drawerOf(CREATURES.person)

const WING = 'M1 -52 C10 -84 38 -104 54 -94 C64 -86 56 -62 42 -54 C52 -50 50 -34 40 -24 C30 -14 12 -22 2 -44Z'

export const butterfly: DrawSubject = (placement) => {
  const { palette, color } = placement
  const id = newGradientId(placement)
  const wing = color ?? palette.accent
  const ink = hex(inkOf(palette))
  const inner = hex(mix(wing, oklch(0.95, 0.05, wing.h), 0.5))
  const half = `<path fill="${ink}" d="${WING}"/><g transform="translate(5 -8) scale(0.84)"><path fill="url(#${id})" d="${WING}"/></g><path fill="none" stroke="${ink}" stroke-width="0.9" d="M3 -50 C16 -66 30 -80 48 -86 M3 -49 C18 -58 34 -68 50 -68 M3 -46 C16 -46 30 -44 42 -38 M3 -46 C12 -38 22 -30 34 -26"/><g fill="${inner}"><circle cx="53" cy="-88" r="1.5"/><circle cx="56" cy="-80" r="1.3"/><circle cx="54" cy="-71" r="1.1"/></g>`
  return placeSubject(
    placement,
    `<defs><radialGradient id="${id}" cx="0.1" cy="0.6" r="1"><stop offset="0" stop-color="${inner}"/><stop offset="0.45" stop-color="${hex(wing)}"/><stop offset="1" stop-color="${hex(mix(wing, palette.land, 0.45))}"/></radialGradient></defs>
<g transform="rotate(16 0 -50)">${half}<g transform="scale(-1 1)">${half}</g><path fill="${ink}" d="M0 -64 C4 -58 3 -34 0 -26 C-3 -34 -4 -58 0 -64Z"/><path fill="none" stroke="${ink}" stroke-width="0.9" d="M0 -62 C4 -74 8 -78 14 -80 M0 -62 C-4 -74 -8 -78 -14 -80"/></g>`,
  )
}

import { COLORS, TOKEN_STYLE } from '@signet/ui/tokens'
import { describe, expect, it } from 'vitest'

/** Relative luminance of #rrggbb (WCAG 2.2, relative luminance). */
const luminance = (color: string): number => {
  const channels = [1, 3, 5].map((offset) => Number.parseInt(color.slice(offset, offset + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (first: string, second: string): number => {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const SCHEMES = [
  ['light', 0],
  ['dark', 1],
] as const

describe.each(SCHEMES)('colors of the %s scheme', (_, scheme) => {
  const color = (name: keyof typeof COLORS): string => COLORS[name][scheme]
  const grounds = [color('ground'), color('raised')]

  it.each(['ink', 'second', 'accent', 'danger', 'ok', 'warn'] as const)('give readable text in %s', (name) => {
    for (const ground of grounds) expect(contrast(color(name), ground)).toBeGreaterThanOrEqual(5.3)
  })

  it('give visible control borders and readable text on the accent', () => {
    for (const ground of grounds) expect(contrast(color('control'), ground)).toBeGreaterThanOrEqual(3.2)
    expect(contrast(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(5.3)
  })
})

describe('token style sheet', () => {
  it('contains each color in both schemes', () => {
    for (const [name, [light, dark]] of Object.entries(COLORS))
      expect(TOKEN_STYLE).toContain(`--${name}:light-dark(${light},${dark})`)
  })
})

describe('contrast', () => {
  it('the contrast is 21 for black on white and 1 for equal colors', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#2457d6', '#2457d6')).toBe(1)
  })
})

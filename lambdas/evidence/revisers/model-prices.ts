import type { Prices } from '@signet/evidence'

/**
 * On-demand prices of Amazon Bedrock models in micro-USD per thousand tokens, by a part of their ids. An unknown model
 * gets the highest price, so that its ceiling is never exceeded.
 */
const PRICES: readonly (readonly [part: string, prices: Prices])[] = [
  ['claude-haiku-4', { input: 1_000, output: 5_000 }],
  ['claude-3-5-haiku', { input: 800, output: 4_000 }],
  ['claude-3-haiku', { input: 250, output: 1_250 }],
  ['claude-sonnet', { input: 3_000, output: 15_000 }],
  ['claude-3-5-sonnet', { input: 3_000, output: 15_000 }],
  ['claude-3-7-sonnet', { input: 3_000, output: 15_000 }],
  ['nova-micro', { input: 35, output: 140 }],
  ['nova-lite', { input: 60, output: 240 }],
  ['nova-pro', { input: 800, output: 3_200 }],
]

const HIGHEST_PRICES: Prices = { input: 15_000, output: 75_000 }

export const pricesOf = (model: string): Prices => PRICES.find(([part]) => model.includes(part))?.[1] ?? HIGHEST_PRICES

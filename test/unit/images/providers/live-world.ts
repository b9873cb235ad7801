import type { ImageProvider, ImageRequest } from '@signet/imaging/image-provider'
import type { Metrics, SecretSource } from '@signet/kernel'
import type { SpendCategory } from '@signet/kernel/ceilings'
import { findModel } from '../../../../lambdas/images/models/catalog.ts'
import { liveProvider } from '../../../../lambdas/images/providers/live/live-provider.ts'
import { VENDORS } from '../../../../lambdas/images/providers/vendors.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { memorySpendGuard, type Reservation } from '../../../support/spending.ts'
import type { FakeVendor } from './fake-vendor.ts'
import type { WireFormat } from './wire-formats.ts'

/** The key in the secrets of these tests: it must appear only in requests. */
export const KEY = 'sk-very-secret-0123456789'

/** The secret of the fake vendor. */
export const secretOf = ({ url }: Pick<FakeVendor, 'url'>, key = KEY): string =>
  JSON.stringify({ api_key: key, account_id: 'acc', base_url: url })

export const missingSecret: SecretSource = async () => {
  throw Object.assign(new Error('no value'), { name: 'ResourceNotFoundException' })
}

export interface Recorded {
  readonly name: string
  readonly value: number
  readonly dimensions: Readonly<Record<string, string>>
}

export interface World {
  readonly painter: ImageProvider
  /** Pauses between attempts, in milliseconds; they are not waited for. */
  readonly pauses: number[]
  readonly metrics: Recorded[]
  readonly lines: string[]
  /** Reserved amounts of calls, and their settlements. */
  readonly reserved: readonly Reservation[]
}

/** The painter of a vendor against the fake one, deterministic and with short timeouts. */
export const liveWorld = (
  { provider }: Pick<WireFormat, 'provider'>,
  {
    secret,
    attemptMs = 250,
    usedUp = [],
  }: { secret: SecretSource; attemptMs?: number; usedUp?: readonly SpendCategory[] },
): World => {
  const spend = memorySpendGuard(...usedUp)
  const pauses: number[] = []
  const metrics: Recorded[] = []
  const lines: string[] = []
  const vendor = VENDORS.find(({ name }) => name === provider)
  if (!vendor) throw new Error(`no vendor ${provider}`)
  const record: Metrics['record'] = (name, value, _unit, dimensions = {}) =>
    void metrics.push({ name, value, dimensions })
  const painter = liveProvider({
    vendor: { ...vendor, attemptMs },
    secret,
    spend,
    fetch,
    random: () => 0.5,
    sleep: async (ms) => void pauses.push(ms),
    now: () => new Date('2026-11-20T12:00:00Z'),
    metrics: { record },
    log: createLog({ write: (line) => void lines.push(line) }),
  })
  return { painter, pauses, metrics, lines, reserved: spend.reserved }
}

/** An order for one of the vendor's models, small enough to be quick. */
export const imageRequestFor = (modelId: string, over: Partial<ImageRequest> = {}): ImageRequest => ({
  prompt: 'a red lighthouse at dusk',
  negativePrompt: undefined,
  modelId,
  vendorId: findModel(modelId)?.vendorId ?? null,
  width: 64,
  height: 64,
  aspectRatio: '1:1',
  imageSize: undefined,
  seed: undefined,
  source: undefined,
  mask: undefined,
  strength: undefined,
  onBehalfOf: 'digest-of-tenant',
  ...over,
})

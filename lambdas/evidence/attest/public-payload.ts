import { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '@signet/kernel'
import { exactJson } from '@signet/receipts'
import { DigestInputError } from '@signet/receipts/digest'
import * as z from 'zod'
import { PUBLIC_PAYLOAD_BYTES } from '../contract/attest.ts'

const Payload = z.record(z.string(), z.unknown())

const Plan = z
  .array(
    z
      .string()
      .min(1)
      .max(2_000)
      .refine((text) => text.isWellFormed()),
  )
  .min(1)
  .max(100)

export type PublicPayload = z.output<typeof Payload>

const invalid = (message: string) => refusal('invalid_public_payload', message)

/** A valid public payload; the receipt hashes its canonical text. */
export const publicPayload = (
  value: unknown,
): { readonly payload: PublicPayload } | Refusal<'invalid_public_payload' | 'public_payload_too_large'> => {
  const { data } = Payload.safeParse(value)
  if (data === undefined) return invalid('publicPayload must be an object')
  try {
    const bytes = Buffer.byteLength(exactJson(data))
    if (bytes <= PUBLIC_PAYLOAD_BYTES) return { payload: data }
    return refusal('public_payload_too_large', `publicPayload is larger than ${PUBLIC_PAYLOAD_BYTES} bytes`, {
      extras: { limit: PUBLIC_PAYLOAD_BYTES },
    })
  } catch (error) {
    if (error instanceof DigestInputError) return invalid(error.message.replace(/^\$/, 'publicPayload'))
    throw error
  }
}

export const approvedPlan = (value: unknown): readonly string[] | undefined | Refusal<'invalid_approved_plan'> => {
  if (value === undefined) return undefined
  const { data } = Plan.safeParse(value)
  return (
    data ?? refusal('invalid_approved_plan', 'approvedPlan must be a list of 1 to 100 strings of 1 to 2,000 characters')
  )
}

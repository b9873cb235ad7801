import { Refusal, refusal } from '@signet/kernel'
import type { EvidenceMeter, MeterReservation, Meters, Notice, QuotaNotices, Scopes } from '@signet/ledger'

export interface EvidenceQuotaDeps {
  readonly meters: Pick<Meters, 'take'>
  readonly notices: QuotaNotices
}

/** One unit of each meter, reserved until the outcome of a request is known. */
export interface QuotaHold {
  /** The writes that confirm the hold; they fail if it was confirmed or released before. */
  readonly keepSteps: MeterReservation['keepSteps']
  /** Notices to send on confirmation: the unit brings these quotas near their limits. */
  readonly due: readonly Notice[]
  /** Releases the hold. Has no effect after confirmation. */
  readonly release: () => Promise<void>
}

export type QuotaCodes<Code extends string> = Readonly<Partial<Record<EvidenceMeter, Code>>>

const METER_NAMES: Readonly<Record<EvidenceMeter, string>> = {
  evidence_validations: 'validations',
  evidence_gap_fills: 'gap fills',
}

const usedUpRefusal = <Code extends string>(refused: Refusal, code: Code, meter: EvidenceMeter): Refusal<Code> =>
  refusal<Code>(code, `All ${METER_NAMES[meter]} of this billing cycle are used up`, {
    extras: refused.extras,
    headers: refused.headers,
  })

/**
 * Reserves one unit of each meter in `codes` for a request. Retries reserve only one, because the request id stays the
 * same.
 */
export const reserveEvidenceMeters = async <Code extends string>(
  { meters, notices }: EvidenceQuotaDeps,
  scopes: Scopes,
  request: string,
  codes: QuotaCodes<Code>,
  holdSeconds: number,
): Promise<QuotaHold | Refusal<Code>> => {
  const reservations: MeterReservation<EvidenceMeter>[] = []
  const release = async (): Promise<void> => {
    for (const each of reservations) await each.release()
  }
  for (const [meter, code] of Object.entries(codes) as [EvidenceMeter, Code][]) {
    const reservation = await meters.take(scopes, meter, request, { holdSeconds }).catch(async (error) => {
      await release()
      throw error
    })
    if (reservation instanceof Refusal) {
      await release()
      return usedUpRefusal(reservation, code, meter)
    }
    reservations.push(reservation)
  }
  return {
    keepSteps: reservations.flatMap(({ keepSteps }) => keepSteps),
    due: await notices.due(
      reservations.flatMap(({ nearlyUsed }) => nearlyUsed),
      scopes.entitlementScope,
    ),
    release,
  }
}

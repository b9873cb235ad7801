import { claimText } from '@signet/posture/claim-text'
import { isWitnessKey, readJwks, readLogKeys, verifyReceipt } from '@signet/receipts'
import { failureText, verificationText } from './verification-text.ts'

interface Element {
  textContent: string | null
  hidden: boolean
  dataset: Record<string, string | undefined>
  querySelectorAll(selector: string): ArrayLike<Element>
  addEventListener(type: 'click', listener: () => void): void
}
declare const document: {
  getElementById(id: string): Element | null
  querySelectorAll(selector: string): ArrayLike<Element>
}

interface Answer {
  readonly envelope: unknown
  readonly publicClaims: unknown
  readonly tlogProof: string | null
  readonly status: { readonly state: string; readonly at: string | null }
}

const say = (text: string): void => {
  const output = document.getElementById('found')
  if (output) output.textContent = text
}

const fetched = async (address: string | undefined): Promise<Response> => {
  const response = await fetch(String(address))
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

type Claims = Readonly<Record<string, unknown>>

const isShown = (element: Element, name: string, value: unknown): boolean =>
  (element.textContent ?? '') === claimText(name, value)

const differing = (claims: Claims): readonly string[] =>
  Array.from(document.querySelectorAll('[data-claim]')).flatMap((element) => {
    const claim = element.dataset.claim ?? ''
    const members = Array.from(element.querySelectorAll('[data-member]'))
    const value = claims[claim]
    const isSame =
      members.length === 0
        ? isShown(element, claim, value)
        : members.every((part) => {
            const name = part.dataset.member ?? ''
            return isShown(part, name, (value as Claims | undefined)?.[name])
          })
    return isSame ? [] : [claim]
  })

const check = async ({ hash, verify, keys, logKeys }: Element['dataset']): Promise<string> => {
  const [answer, jwks, logs] = await Promise.all([fetched(verify), fetched(keys), fetched(logKeys)])
  const { envelope, publicClaims, tlogProof, status } = (await answer.json()) as Answer
  const noteKeys = readLogKeys(await logs.text())
  const verdict = await verifyReceipt({
    envelope,
    keys: readJwks(await jwks.json()),
    proof: tlogProof ?? 'pending',
    ...(publicClaims !== null && { publicClaims }),
    logKeys: noteKeys.filter((key) => !isWitnessKey(key)),
    witnessKeys: noteKeys.filter(isWitnessKey),
  })
  return verificationText({
    isValid: verdict.valid && verdict.hash === hash,
    differing: verdict.claims === undefined ? undefined : differing(verdict.claims as Claims),
    status,
    log: verdict.checks.log.status,
  })
}

const receipt = document.getElementById('receipt')
const again = document.getElementById('again')
if (receipt && again) {
  again.hidden = false
  again.addEventListener('click', () => {
    say('Verifying…')
    check(receipt.dataset).then(say, (error: unknown) => say(failureText(error)))
  })
}

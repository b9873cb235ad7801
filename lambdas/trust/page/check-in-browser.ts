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

interface VerificationData {
  readonly envelope: unknown
  readonly publicClaims: unknown
  readonly tlogProof: string | null
  readonly status: { readonly state: string; readonly at: string | null }
}

const showStatus = (text: string): void => {
  const output = document.getElementById('found')
  if (output) output.textContent = text
}

const fetchOk = async (address: string | undefined): Promise<Response> => {
  const response = await fetch(String(address))
  if (!response.ok) throw new Error(`${address} returned ${response.status}`)
  return response
}

type Claims = Readonly<Record<string, unknown>>

const showsValue = (element: Element, name: string, value: unknown): boolean =>
  (element.textContent ?? '') === claimText(name, value)

const differingClaims = (claims: Claims): readonly string[] =>
  Array.from(document.querySelectorAll('[data-claim]')).flatMap((element) => {
    const claim = element.dataset.claim ?? ''
    const fields = Array.from(element.querySelectorAll('[data-member]'))
    const value = claims[claim]
    const isSame =
      fields.length === 0
        ? showsValue(element, claim, value)
        : fields.every((field) => {
            const name = field.dataset.member ?? ''
            return showsValue(field, name, (value as Claims | undefined)?.[name])
          })
    return isSame ? [] : [claim]
  })

const check = async ({ hash, verify, keys, logKeys }: Element['dataset']): Promise<string> => {
  const [dataResponse, jwks, logs] = await Promise.all([fetchOk(verify), fetchOk(keys), fetchOk(logKeys)])
  const { envelope, publicClaims, tlogProof, status } = (await dataResponse.json()) as VerificationData
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
    differing: verdict.claims === undefined ? undefined : differingClaims(verdict.claims as Claims),
    status,
    log: verdict.checks.log.status,
  })
}

const receipt = document.getElementById('receipt')
const verifyButton = document.getElementById('again')
if (receipt && verifyButton) {
  verifyButton.hidden = false
  verifyButton.addEventListener('click', () => {
    showStatus('Verifying…')
    check(receipt.dataset).then(showStatus, (error: unknown) => showStatus(failureText(error)))
  })
}

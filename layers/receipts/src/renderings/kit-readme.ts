import { PAYLOAD_TYPE } from '../envelope.ts'
import type { Statement } from '../statement.ts'

interface KitContents {
  readonly publicClaims?: unknown
  readonly opening?: unknown
  readonly disclosures?: unknown
  readonly key: { readonly kid: string }
  readonly tlogProof?: string
}

const typeLength = PAYLOAD_TYPE.length

/** Commands that verify payload and signature of `receipt.dsse.json` with a key in PEM, using only openssl and jq. */
export const OPENSSL_COMMANDS = `jq -r .payload receipt.dsse.json | base64 -d > body
sha256sum body
printf 'DSSEv1 ${typeLength} ${PAYLOAD_TYPE} %s ' "$(wc -c < body | tr -d ' ')" > pae.bin
cat body >> pae.bin
jq -r '.signatures[0].sig' receipt.dsse.json | base64 -d > sig.bin
openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in pae.bin -sigfile sig.bin
`

const CLAIMS_COMMANDS = `jq -r .predicate.claims.sha256 body
sha256sum claims.json
`

const OPENING_COMMANDS = `jq -r .predicate.claims.commitment body
SALT=$(jq -r .salt opening.json | tr -- '-_' '+/')=
jq -cSj .claims opening.json | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(printf %s "$SALT" | base64 -d | od -An -tx1 | tr -d ' \\n')"
`

const LEAF_COMMANDS = `openssl dgst -sha256 -binary body > hash.bin
{ printf 'receipt-leaf:v1\\n'; cat hash.bin; } | sha256sum
`

const KEY_COMMAND = `openssl pkey -pubin -in key.pem -outform DER | tail -c 32 | base64 | tr '+/' '-_' | tr -d '='
`

const KEYS_COMMAND = `jq -r '.keys[] | select(.purpose == "receipt") | "\\(.x) \\(.kid) \\(.status)"'
`

/** Commands that print the value of `key.pem`, and the published keys of an issuer. */
export const keyCommands = (issuer: string): string =>
  `${KEY_COMMAND}curl -s ${issuer}/.well-known/jwks.json | ${KEYS_COMMAND}`

const section = (title: string, ...lines: readonly string[]): string => `${title}\n\n${lines.join('\n')}\n`
const indented = (commands: string): string => commands.trimEnd().replaceAll(/^(?=.)/gm, '    ')

const claimsSection = ({ publicClaims, opening, disclosures }: KitContents): string => {
  if (publicClaims !== undefined)
    return section(
      'Claims',
      'The claims are public and in claims.json. Both lines must start with the same value:',
      '',
      indented(CLAIMS_COMMANDS),
    )
  if (opening !== undefined)
    return section(
      'Claims',
      'The claims are private. opening.json proves them: share it only with readers who may see them. Both lines must end',
      'with the same value (if claim names are plain ASCII, which jq sorts like this format):',
      '',
      indented(OPENING_COMMANDS),
    )
  if (disclosures !== undefined)
    return section(
      'Claims',
      'The claims are private. disclosures.json contains some of them, each with its proof (RFC 9901).',
    )
  return section('Claims', 'The claims are private, and this kit does not include them.')
}

const logSection = ({ tlogProof }: KitContents): string =>
  tlogProof === undefined
    ? section(
        'Log',
        'The receipt was not in the log yet when this kit was created. Download the kit again in a few minutes.',
      )
    : section(
        'Log',
        'receipt.tlog-proof proves that the receipt is in a public log (c2sp.org/tlog-proof). The keys of the log are in',
        'log.vkey. The log entry is a blinded hash, which cannot be linked to the receipt without knowing its hash:',
        '',
        indented(LEAF_COMMANDS),
      )

/** Returns the README of a kit: instructions to verify the receipt with the files in it. */
export const kitReadme = (hash: string, { subject, predicate }: Statement, contents: KitContents): string =>
  [
    section(
      `Receipt ${hash}`,
      `Kind      ${predicate.kind}`,
      `Issued    ${predicate.issuedAt} by ${predicate.issuer}`,
      `Subject   ${subject[0].name}, SHA-256 ${subject[0].digest.sha256}`,
    ),
    section(
      'Quick check',
      'With Node 20 or later, without a network:',
      '',
      indented('npx @signet/verify-receipt receipt.zip --offline\n'),
    ),
    section(
      'Check with openssl and jq',
      'The second command prints the hash above, the last one confirms the signature:',
      '',
      indented(OPENSSL_COMMANDS),
    ),
    claimsSection(contents),
    section(
      'Subject',
      'If you have the file that the receipt is about, both lines must start with the same value:',
      '',
      indented("jq -r '.subject[0].digest.sha256' body\nsha256sum FILE\n"),
    ),
    logSection(contents),
    section(
      'Issuer key',
      'A forged kit can contain its own key and name its own issuer, so compare the key with an issuer that you know. The',
      'first command prints the value of key.pem. The key belongs to the issuer if the second command prints the same value',
      `with the kid ${contents.key.kid}:`,
      '',
      indented(KEY_COMMAND),
      indented(`curl -s ${predicate.issuer}/.well-known/jwks.json | ${KEYS_COMMAND}`),
    ),
  ].join('\n')

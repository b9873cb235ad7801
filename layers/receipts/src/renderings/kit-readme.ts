import { PAYLOAD_TYPE } from '../envelope.ts'
import type { Statement } from '../statement.ts'

interface KitHolds {
  readonly publicClaims?: unknown
  readonly opening?: unknown
  readonly disclosures?: unknown
  readonly key: { readonly kid: string }
  readonly tlogProof?: string
}

const typeLength = PAYLOAD_TYPE.length

/** Commands that check payload and signature of `receipt.dsse.json` with a key in PEM, by openssl and jq alone. */
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

const section = (title: string, ...lines: readonly string[]): string => `${title}\n\n${lines.join('\n')}\n`
const indented = (commands: string): string => commands.trimEnd().replaceAll(/^(?=.)/gm, '    ')

const claimsSection = ({ publicClaims, opening, disclosures }: KitHolds): string => {
  if (publicClaims !== undefined)
    return section('Claims', 'They stand in claims.json. The two lines begin alike:', '', indented(CLAIMS_COMMANDS))
  if (opening !== undefined)
    return section(
      'Claims',
      'They are private: opening.json proves them to whom it is shown. The two lines end alike (for claims whose names',
      'are plain ASCII, which jq sorts as the format does):',
      '',
      indented(OPENING_COMMANDS),
    )
  if (disclosures !== undefined)
    return section('Claims', 'They are private. Some are shown, each with its proof, in disclosures.json (RFC 9901).')
  return section('Claims', 'They are private, and whoever gave you this has not shown them.')
}

const logSection = ({ tlogProof }: KitHolds): string =>
  tlogProof === undefined
    ? section('Log', 'The receipt was not yet in the log. Get the kit again in some minutes.')
    : section(
        'Log',
        'receipt.tlog-proof shows the receipt in a public log (c2sp.org/tlog-proof), whose keys are in log.vkey. The entry',
        'is not the hash itself but a blinded one, which strangers cannot connect with it:',
        '',
        indented(LEAF_COMMANDS),
      )

/** How to check a receipt with what is in its kit. */
export const kitReadme = (hash: string, { subject, predicate }: Statement, holds: KitHolds): string =>
  [
    section(
      `Receipt ${hash}`,
      `Kind      ${predicate.kind}`,
      `Issued    ${predicate.issuedAt} by ${predicate.issuer}`,
      `About     ${subject[0].name}, SHA-256 ${subject[0].digest.sha256}`,
    ),
    section(
      'The short way',
      'With Node 20 or later, and no network:',
      '',
      indented('npx @signet/verify-receipt receipt.zip --offline\n'),
    ),
    section(
      'With openssl and jq alone',
      'The second line prints the hash above, the last one says that the signature is good:',
      '',
      indented(OPENSSL_COMMANDS),
    ),
    claimsSection(holds),
    section(
      'What it is about',
      'If you have the file, the two lines begin alike:',
      '',
      indented("jq -r '.subject[0].digest.sha256' body\nsha256sum FILE\n"),
    ),
    logSection(holds),
    section(
      'Whose key it is',
      'A kit that somebody made up would bring its own key, and name an issuer of its own. The first line prints key.pem as x of',
      `a key set. It is the issuer's if the second prints the same for an issuer that you know, with the kid`,
      `${holds.key.kid}:`,
      '',
      indented(KEY_COMMAND),
      indented(`curl -s ${predicate.issuer}/.well-known/jwks.json | ${KEYS_COMMAND}`),
    ),
  ].join('\n')

import { describe, expect, test } from 'vitest'
import { plainTextOf } from '../../../lambdas/sentiment/personal-data/plain-text.ts'
import { piecesIn, redact } from '../../../lambdas/sentiment/personal-data/redact.ts'

/** Numbers and names that identify no person, in seven languages. */
const IMPERSONAL_NUMBERS: readonly string[] = [
  'order number AK-2024-99812 never arrived',
  'Case #00451239 closed without an answer, ticket #KT-55120 as well',
  'tracking number 1Z999AA10123456784 stuck, then JD014600006228974512',
  'Auftrag 7712-0034-99 storniert, Rechnungsnr. 20240099123 kam trotzdem',
  'Colis 6A12345678901 bloqué, commande 402-1234567-7654321 annulée',
  'Albarán 7788990011, factura A-2024/00331, envío GLS 61771001234999',
  'Encomenda 8812345670, fatura FT 2024/8812, rastreio NL000456785BR',
  'Fattura 2024/1123, spedizione BRT 048012345678999, reclamo 2024/XY/00317',
  'Ordernr 88120045, pakket 3SXYZA0012345, zaak 2024-00719-AB',
  'SKU 4006381333931 and 5901234123457, Artikelnr. 4006381333931',
  'SIRET 552 100 554 00013, TVA FR40 303 265 045, CNPJ 11.222.333/0001-81',
  'USt-IdNr. DE123456789, KvK 12345678, BTW NL001234567B01, P.IVA 01234567890, CIF B12345674',
  'router at 192.168.178.1, ping 172.31.0.9, blocked 10.0.0.138, ::1 and fe80::1',
  'DNS 8.8.8.8, 1.1.1.1 und 2606:4700:4700::1111',
  'Dr. Oetker, Frau Holle, Uncle Ben’s, Aunt Jemima, Dona Benta, Monsieur Propre',
  'Meine Mutter, Jahrgang 1948, und Monitor 27 in Hamburg 2024',
  'née à Florence, nata a Palermo, vado a Siena',
  'See you @ 5pm or @7pm, 4K @ 60fps',
  'Im Zimmer 214 war es laut, Am Bahnhof 3 Stunden gewartet, Im Sommer 2023',
]

/** Similar texts with personal data, and a part of it that must be removed. */
const PERSONAL_TEXTS: readonly (readonly [text: string, secret: string])[] = [
  ['order 112-8876543-2210098 lost, mail ann@example.com', '8876543'],
  ['Rastreio NX000417123BR, meu zap +55 11 95555-0147', 'NX000417'],
  ['order on card 4111 1111 1111 1111', '4111'],
  ['Bestellung bezahlt von DE89 3704 0044 0532 0130 00', '3704'],
  ['link-local fe80::1ff:fe23:4567:890a holds the hardware address', '4567'],
  ['obwohl Am Bach 3 groß am Tor steht', 'Bach'],
  ['entregad en Cuesta del Molino 9', 'Molino'],
  ["I've been at 7a Mill Hey the whole time", 'Mill'],
  ["we're 3 Cois na hAbhann, number 5 is not", 'hAbhann'],
  ['bezorgd bij Achter de Kerk 12', 'Kerk'],
  ['passaporto, scritto 3 volte, è YA1120338', '1120338'],
  ['Reispas EN418273, naam De Smet Liesbeth', 'Liesbeth'],
  ['meldet euch unter null eins sieben zwei 9925 904', '9925'],
  ['mon pseudo sur le forum : VieuxTournevis62', 'Tournevis'],
  ['Ruft an: 0171 3920 041. Gül', 'Gül'],
]

describe('impersonal and personal texts', () => {
  test.each(IMPERSONAL_NUMBERS)('%j contains no personal data', (text) => {
    const plain = plainTextOf(text)
    expect(piecesIn(plain, ['US', 'GB', 'DE', 'FR', 'ES', 'IT', 'PT', 'BR', 'NL'])).toEqual([])
  })

  test.each(PERSONAL_TEXTS)('%j loses its personal data', (text, secret) => {
    expect(redact(text, ['GB', 'DE', 'FR', 'ES', 'IT', 'NL']).text).not.toContain(secret)
  })

  test('pieces have offsets of the plain text', () => {
    const plain = plainTextOf('mail ja\u200bne＠example.com')
    expect(piecesIn(plain, ['US'])).toEqual([{ kind: 'EMAIL', start: 5, end: plain.length }])
  })
})

/** The region, the text, and the expected text after removal. */
const AFTER_UNUSUAL_WORDS: readonly (readonly [string, string, string])[] = [
  ['DE', 'Im Forum bin ich als Zwergschrauber_71 unterwegs', 'Im Forum bin ich als [HANDLE] unterwegs'],
  ['ES', 'en el foro soy tornillo77, desde 2011', 'en el foro soy [HANDLE], desde 2011'],
  ['GB', 'strange login, user mudu_tipoca, not me', 'strange login, user [HANDLE], not me'],
  ['IT', 'Tessera sanitaria con codice RSSMRA85T10A562S, rifiutata', 'Tessera sanitaria con codice [ID], rifiutata'],
  ['CA', 'They wanted my SIN!!! I gave 046 454 286 like a fool', 'They wanted my SIN!!! I gave [ID] like a fool'],
  ['DE', 'Geburtsdatum falsch!! richtig ist 3. März 1991', 'Geburtsdatum falsch!! richtig ist [DATE]'],
  ['DE', 'paket an die frankfurter allee 114a bitte', 'paket an die [ADDRESS] bitte'],
  ['PT', 'É na Quinta do Bom Retiro, lote 7', 'É na [ADDRESS]'],
  ['GB', 'Hi, Okonkwo Chidinma here, I ordered twice', 'Hi, [NAME] here, I ordered twice'],
  ['GB', 'Passport check failed. Number is PA4739182, it says', 'Passport check failed. Number is [ID], it says'],
  ['IT', 'il mio nick sul forum è pescatore.notturno, chiedete', 'il mio nick sul forum è [HANDLE], chiedete'],
  ['FR', 'mon mari, Petit Olivier, passera', 'mon mari, [NAME], passera'],
  ['NL', 'verhuisd naar Oude Gracht 118, dank', 'verhuisd naar [ADDRESS], dank'],
  ['US', 'write me at jo dot kett at outlook dot com, please', 'write me at [EMAIL], please'],
  ['US', 'same username as on every other site: mossy_kettle77', 'same username as on every other site: [HANDLE]'],
  ['DE', 'nimmt meinen Pass nicht. C01X0006H, gültig', 'nimmt meinen Pass nicht. [ID], gültig'],
  ['NL', 'rekening klopt niet, groetjes sanne', 'rekening klopt niet, groetjes [NAME]'],
  ['DE', 'neue lieferadresse: mehmet yilmaz, dritter stock', 'neue lieferadresse: [NAME], dritter stock'],
]

test.each(AFTER_UNUSUAL_WORDS)('personal data after unusual words is removed (%s): %j', (region, text, expected) => {
  expect(redact(text, [region]).text).toBe(expected)
})

/** Texts with similar words but without personal data. */
const IMPERSONAL_TEXTS: readonly string[] = [
  'I am covid19 positive and my login oauth2 token expired',
  'sono sempre contento, il codice promo ESTATE20 funziona',
  'groetjes aan het team, prima service',
  'Die Pizza von Dr. Oetker ist bei uns Standard',
  'Date de passage 02.11.2023, tout est pourtant juste',
  'La NAS (192.168.2.15) non risponde',
  'Acheté chez Leroy Merlin à 89 €',
  'Works with @media queries but not with @supports',
  'der Ring ist dieser Weg 3 Wochen gesperrt',
  'wrong! It is 46 euros, 2 more than in the shop',
]

test.each(IMPERSONAL_TEXTS)('impersonal text stays unchanged: %j', (text) => {
  expect(redact(text, ['DE', 'GB', 'IT', 'NL']).text).toBe(text)
})

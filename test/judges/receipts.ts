import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf, issuedImage, waitForLog, withdrawn } from './receipts/issued-image.ts'
import { judgePage } from './receipts/pages.ts'
import { judgeOpenssl, judgeSigstore, judgeVerifier, type Kit } from './receipts/strangers.ts'
import { withSystem } from './running-system.ts'

/**
 * Generates an image and verifies its receipt with independent tools: openssl and jq as in docs/receipts.md, the packed
 * verifier in an empty folder without a network, Sigstore's library, and the page in Chromium. `receipts.ts
 * [CHROMIUM]`.
 */
const [browser] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'signet-receipt-'))

try {
  await withSystem(async (system) => {
    const image = await issuedImage(system)
    const zip = await fileOf(system, image.hash, 'zip?opening=true')
    if (!zip) throw new Error('The kit of the receipt is missing')
    writeFileSync(join(folder, 'receipt.zip'), zip)
    writeFileSync(join(folder, 'picture.webp'), image.picture)
    const kit: Kit = { folder, image }
    const passed = [judgeOpenssl(kit)]
    // The commands have unpacked the kit; later checks restore the downloaded files.
    execFileSync('unzip', ['-qo', 'receipt.zip'], { cwd: folder })
    passed.push(judgeVerifier(kit), judgeSigstore(kit))
    if (browser !== undefined) {
      const said = await withdrawn(system, image.hash)
      await waitForLog(system, said)
      passed.push(await judgePage(browser, `${system.urls.platform}/verify/${said}`))
    }
    console.log(`figures: the receipt of an image is checked by ${passed.join(', ')}`)
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

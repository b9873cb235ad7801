import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadReceiptFile, issueImage, waitForLog, withdrawReceipt } from './receipts/issued-image.ts'
import { judgePage } from './receipts/pages.ts'
import { judgeOpenssl, judgeSigstore, judgeVerifier, type Kit } from './receipts/strangers.ts'
import { withSystem } from './running-system.ts'

/**
 * Generates an image and verifies its receipt with independent tools: openssl and jq as in docs/receipts.md, the packed
 * verifier in an empty folder without a network, Sigstore's library, and the verification page in Chromium. `receipts.ts
 * [CHROMIUM]`.
 */
const [browser] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'signet-receipt-'))

try {
  await withSystem(async (system) => {
    const image = await issueImage(system)
    const zip = await downloadReceiptFile(system, image.hash, 'zip?opening=true')
    if (!zip) throw new Error('The ZIP file of the receipt does not exist')
    writeFileSync(join(folder, 'receipt.zip'), zip)
    writeFileSync(join(folder, 'picture.webp'), image.picture)
    const receiptKit: Kit = { folder, image }
    const passed = [judgeOpenssl(receiptKit)]
    // The openssl commands have changed unpacked files, so unpacks the ZIP file again.
    execFileSync('unzip', ['-qo', 'receipt.zip'], { cwd: folder })
    passed.push(judgeVerifier(receiptKit), judgeSigstore(receiptKit))
    if (browser !== undefined) {
      const withdrawnHash = await withdrawReceipt(system, image.hash)
      await waitForLog(system, withdrawnHash)
      passed.push(await judgePage(browser, `${system.urls.platform}/verify/${withdrawnHash}`))
    }
    console.log(`figures: the receipt of an image was verified by ${passed.join(', ')}`)
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

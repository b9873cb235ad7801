const METERS = [
  ['images', 'Images'],
  ['scaffolds', 'Scaffolds'],
] as const

const meter = ([name, title]: (typeof METERS)[number]): string => `
    <div class="meter">
      <span id="${name}-name">${title}</span>
      <meter id="${name}" aria-labelledby="${name}-name" min="0" max="1" value="0"></meter>
      <span id="${name}-used">…</span>
    </div>`

/** The usage of the tier. Another function has it, so the page's program loads it. */
export const usagePart = (): string => `
  <section aria-labelledby="usage">
    <h2 id="usage">Usage</h2>
    ${METERS.map(meter).join('')}
    <p id="cycle">…</p>
  </section>`

/** The plan of the organisation and its actions. Another function has it, so the page's program loads it. */
export const planPart = (): string => `
  <section aria-labelledby="plan">
    <h2 id="plan" tabindex="-1">Plan</h2>
    <p id="plan-now" role="status">…</p>
    <p id="credits">…</p>
    <p class="actions">
      <button type="button" data-action="upgrade" hidden>Upgrade to Pro</button>
      <button type="button" data-action="portal" hidden>Manage payments</button>
      <button type="button" data-action="ask-downgrade" class="quiet" hidden>Downgrade to Free</button>
    </p>
    <dialog id="downgrade" aria-labelledby="downgrade-title">
      <h3 id="downgrade-title">Downgrade to Free?</h3>
      <p id="downgrade-when"></p>
      <p class="actions">
        <button type="button" data-action="downgrade">Yes, end the plan</button>
        <button type="button" data-action="close-dialog" class="quiet" autofocus>Keep the plan</button>
      </p>
    </dialog>
  </section>`

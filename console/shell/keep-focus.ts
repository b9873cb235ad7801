/** Parts of a page that somebody may be in. A menu is none: it is hidden once it is closed. */
const PARTS = 'dialog, section:not([popover]), main'

const ancestorsOf = (element: Element | null): readonly Element[] =>
  element === null ? [] : [element, ...ancestorsOf(element.parentElement)]

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Lets a part have the focus for now. @returns whether it has taken it: what is hidden does not. */
const enter = (part: HTMLElement): boolean => {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  }
  part.focus({ preventScroll: true })
  return document.activeElement === part
}

/**
 * Keeps the place of somebody without a mouse. What has the focus may go by what it did: a form was sent, a row is deleted,
 * a button has nothing left to do. Then the part of the page that is around it gets the focus, and Tab goes on from there.
 */
export const keepFocus = (): void => {
  let around: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    around = target instanceof Element ? ancestorsOf(target) : []
  })
  addEventListener('focusout', ({ target }) => {
    // A click beside everything, unlike a removal, leaves the focus nowhere on purpose.
    queueMicrotask(() => {
      if (isNowhere() && target === around[0] && around[0]?.isConnected) around = []
    })
  })
  new MutationObserver(() => {
    if (around[0] === undefined || around[0].isConnected || !isNowhere()) return
    const parts = [...around, document.querySelector('main')]
    around = []
    parts.some((part) => part instanceof HTMLElement && part.isConnected && part.matches(PARTS) && enter(part))
  }).observe(document.body, { childList: true, subtree: true })
}

/** Parts of a page that can receive the focus. Menus are excluded, because a closed menu is hidden. */
const FOCUSABLE_PARTS = 'dialog, section:not([popover]), main'

const ancestorsOf = (element: Element | null): readonly Element[] =>
  element === null ? [] : [element, ...ancestorsOf(element.parentElement)]

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Focuses a part temporarily. @returns false if the part cannot be focused, for example because it is hidden */
const focusTemporarily = (part: HTMLElement): boolean => {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  }
  part.focus({ preventScroll: true })
  return document.activeElement === part
}

/**
 * Preserves the keyboard position. If the focused element is removed, for example after a form was sent or a row
 * deleted, the surrounding part of the page gets the focus and Tab continues there.
 */
export const keepFocus = (): void => {
  let focusPath: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    focusPath = target instanceof Element ? ancestorsOf(target) : []
  })
  addEventListener('focusout', ({ target }) => {
    // A click on an empty area removes the focus on purpose, unlike the removal of an element.
    queueMicrotask(() => {
      if (isFocusLost() && target === focusPath[0] && focusPath[0]?.isConnected) focusPath = []
    })
  })
  new MutationObserver(() => {
    if (focusPath[0] === undefined || focusPath[0].isConnected || !isFocusLost()) return
    const parts = [...focusPath, document.querySelector('main')]
    focusPath = []
    parts.some(
      (part) =>
        part instanceof HTMLElement && part.isConnected && part.matches(FOCUSABLE_PARTS) && focusTemporarily(part),
    )
  }).observe(document.body, { childList: true, subtree: true })
}

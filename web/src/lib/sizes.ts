// How large something is, told in a task of its own: a browser tells it in the midst of a frame, which would have to lay out all that
// follows from it, too.
import type { Attachment } from 'svelte/attachments'
import { inOwnTask, layOutSoon } from './tasks'

/** Tell the room within an element, now and whenever it changes. */
export function sizing(told: (room: DOMRectReadOnly) => void): Attachment<HTMLElement> {
  return (element) => {
    let gone = false
    const tell = (room: DOMRectReadOnly): void => {
      if (gone) return
      layOutSoon()
      told(room)
    }
    const observer = new ResizeObserver(([entry]) => entry && inOwnTask(() => tell(entry.contentRect)))
    observer.observe(element)
    return () => {
      gone = true
      observer.disconnect()
    }
  }
}

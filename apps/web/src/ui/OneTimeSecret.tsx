import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './one-time-secret.module.css'

type OneTimeSecretProps = {
  secret: string
  words: { help: string; copy: string; copied: string; copyFailed: string }
}

/** A new secret, which is never shown again, with a button that copies it. */
export function OneTimeSecret({ secret, words }: OneTimeSecretProps) {
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown')
  const text = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      // Also throws on a page without https, where `navigator.clipboard` is undefined.
      await navigator.clipboard.writeText(secret)
      setState('copied')
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      setState('refused')
    }
  }
  return (
    <>
      <p className={classes.help} role="alert">
        {words.help}
      </p>
      <code ref={text} className={classes.secret}>
        {secret}
      </code>
      <Button variant="default" onClick={copy} data-autofocus>
        {state === 'copied' ? words.copied : words.copy}
      </Button>
      {state === 'refused' && <p role="alert">{words.copyFailed}</p>}
    </>
  )
}

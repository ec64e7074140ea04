import { useSyncExternalStore } from 'react'
import { Panel } from '../ui/Panel.tsx'
import { contrastOf } from './contrast.ts'
import classes from './styles-page.module.css'

const SURFACES = ['page', 'panel', 'sunken', 'hover', 'track', 'line', 'faint-line', 'field', 'internal-line']
const BARS = ['NORMAL', 'PARTIAL_PERFORMANCE', 'PERFORMANCE', 'PARTIAL_OUTAGE', 'OUTAGE']
/** Pairs of a text colour and its background. */
const PAIRS = [
  ['text', 'page'],
  ['text', 'panel'],
  ['muted', 'page'],
  ['muted', 'panel'],
  ['muted', 'sunken'],
  ['muted', 'hover'],
  ['accent', 'panel'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['internal-text', 'internal'],
  ['warning', 'warning-back'],
  ['danger', 'panel'],
  ['outage', 'danger-fill'],
  ['normal', 'normal-back'],
  ['partial-performance', 'partial-performance-back'],
  ['performance', 'performance-back'],
  ['partial-outage', 'partial-outage-back'],
  ['outage', 'outage-back'],
] as const

const TYPES = ['meta', 'interface', 'reading', 'dialog', 'page']
const RADII = ['mark', 'control', 'panel', 'dialog', 'full']

const computedValue = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
const asVariable = (token: string): string => `var(--${token})`

/** Reads the attribute, because the library's hook reports a new theme before the new colours apply. */
const readTheme = () => document.documentElement.dataset.mantineColorScheme

function watchTheme(watcher: () => void): () => void {
  const observer = new MutationObserver(watcher)
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

/** Every colour with its value and every pair with its contrast, in the current theme. */
export function Tokens() {
  useSyncExternalStore(watchTheme, readTheme)
  return (
    <Panel title="Tokens">
      <h3>Surfaces and lines</h3>
      <ColourList tokens={SURFACES} />
      <h3>Bars of a history</h3>
      <ColourList tokens={BARS.map((status) => `bar-${status}`)} />
      <h3>Text on its back, with the contrast (at least 4.5)</h3>
      <ul className={classes.colours}>
        {PAIRS.map(([text, back]) => (
          <li key={`${text} ${back}`}>
            <span
              className={classes.pair}
              style={{ color: asVariable(text), background: asVariable(back) }}
              data-contrast={contrastOf(computedValue(text), computedValue(back)).toFixed(2)}
            >
              {text} on {back}: {contrastOf(computedValue(text), computedValue(back)).toFixed(2)}
            </span>
          </li>
        ))}
      </ul>
      <h3>Type</h3>
      {TYPES.map((type) => (
        <p key={type} style={{ font: `${asVariable(`type-${type}`)} var(--font)`, margin: 0 }}>
          {type} {computedValue(`type-${type}`)}: 4 open incidents, OPI-1801
        </p>
      ))}
      <h3>Radii</h3>
      <div className={classes.row}>
        {RADII.map((radius) => (
          <span
            key={radius}
            className={classes.pair}
            style={{ borderRadius: asVariable(`radius-${radius}`) }}
          >
            {radius} {computedValue(`radius-${radius}`)}
          </span>
        ))}
      </div>
    </Panel>
  )
}

function ColourList({ tokens }: { tokens: readonly string[] }) {
  return (
    <ul className={classes.colours}>
      {tokens.map((token) => (
        <li key={token}>
          <span className={classes.colour} style={{ background: asVariable(token) }} />
          {token} {computedValue(token)}
        </li>
      ))}
    </ul>
  )
}

/** The minified build, because every checked page loads the script and the full build is more than twice as large. */
declare module 'axe-core/axe.min.js' {
  export { default } from 'axe-core'
}

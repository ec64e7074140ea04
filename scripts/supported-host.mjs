// Nodes of any age read this file: use only what Node 12 understands.
const oldestNode = 20
const oldestNpm = 10

// npm runs scripts with the project's own Node once it is installed; only npm's user agent names the
// machine's Node.
export function problemWithHost(nodeVersion, userAgent) {
  const agent = /npm\/(\d+)\S* node\/v(\S+)/.exec(userAgent || '')
  const node = agent ? agent[2] : nodeVersion
  if (parseInt(node, 10) < oldestNode) {
    return `Aviary needs Node.js ${oldestNode} or newer, and this is Node.js ${node}: install a newer one from https://nodejs.org, then try again.`
  }
  if (agent && Number(agent[1]) < oldestNpm) {
    return `Aviary needs npm ${oldestNpm} or newer, and this is npm ${agent[1]}: run "npm install --global npm@${oldestNpm}", then try again.`
  }
  return undefined
}

// What Node is told when it runs the server. A young heap that cannot grow far keeps an idle server below 150 MB (decision 10).
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4']

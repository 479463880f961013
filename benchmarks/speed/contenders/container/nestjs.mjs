import { decorateTools, TOOL } from './_tools.mjs'
import { Injectable, Module } from '@nestjs/common'
import { NestFactory, DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core'
export const nest = (name, withTools) => ({
  name,
  packages: ['@nestjs/core', '@nestjs/common', 'reflect-metadata', 'rxjs'],
  noTools: !withTools,
  decorate({ cls }, deps) {
    if (withTools) decorateTools(cls)
    Reflect.defineMetadata('design:paramtypes', deps, cls)
    Injectable()(cls)
  },
  async boot(defs) {
    class AppModule {}
    Module({ imports: withTools ? [DiscoveryModule] : [], providers: defs.map((d) => d.cls) })(AppModule)
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false })
    const tools = []
    if (withTools) {
      const scanner = app.get(MetadataScanner)
      for (const w of app.get(DiscoveryService).getProviders()) {
        if (!w.instance || !w.metatype) continue
        const proto = Object.getPrototypeOf(w.instance)
        for (const m of scanner.getAllMethodNames(proto)) {
          const meta = Reflect.getMetadata(TOOL, proto, m)
          if (meta) tools.push({ ...meta, invoke: (args) => w.instance[m](args) })
        }
      }
    }
    return { get: (d) => app.get(d.cls), tools }
  },
})
export default nest('nestjs', true)

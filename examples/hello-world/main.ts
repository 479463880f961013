import { ChatClient, run, Service, Tool, ToolParam } from 'vernal'

@Service()
class Weather {
  @Tool('The weather in a city') weather(@ToolParam('City') city: string) {
    return `Sunny in ${city}, 21 degrees`
  }
}

void run({ components: [Weather] })
  .then((app) => app.get(ChatClient).prompt('What is the weather in Paris?').call().content())
  .then((answer) => console.log(answer))
// prints: Sunny in Paris, 21 degrees
